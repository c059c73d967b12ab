"""What people see of a frame: words and components, within Discord's limits."""
