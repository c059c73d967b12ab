"""The herald announces: public posts, the table message and DMs, as projections of what the database holds."""
