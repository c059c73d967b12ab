### Taking the own last move back.

button-take-back = Take back
refused-take-back = That can't be taken back: somebody has acted since, it has shown something that was hidden, or I was updated since.
