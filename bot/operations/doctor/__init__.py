"""`python -m bot doctor`: whether all that Herald needs is as it should be; nothing is written."""
