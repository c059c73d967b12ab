"""The gallery: every picture of both games in typical and extreme situations, stored in docs/gallery."""
