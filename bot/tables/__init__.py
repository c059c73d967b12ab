"""Tables with their people: the only way to change one, what it turns down, and what people and servers prefer."""
