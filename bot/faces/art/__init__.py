"""The emblems, drawn for this project, and the palette that they are set in.

Each emblem is an SVG of 64 by 64 units on nothing, drawn in `currentColor` alone so that it can be set in any colour;
ids begin with its own name, so that several fit into one drawing. `part-arrow` points right, `part-back` goes on
without a seam on every side, and a seat's emblem lies as large as its shield (`spans` in the palette).
"""
