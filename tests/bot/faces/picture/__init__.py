"""What the pictures show, without looking at a pixel where that can be helped."""
