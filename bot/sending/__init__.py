"""Discord's HTTP calls, and the settings of readers: shared by the announcer and by answers to clicks."""
