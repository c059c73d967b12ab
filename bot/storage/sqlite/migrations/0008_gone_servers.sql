-- What was chosen for a server is forgotten some time after Herald has left it. `gone`: since when Herald isn't there, in
-- seconds since the epoch, as far as it has noticed; NULL: it is there.

ALTER TABLE servers ADD COLUMN gone REAL;
