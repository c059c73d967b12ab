"""Pictures of scenes: requests, layout, painting and alt texts."""
