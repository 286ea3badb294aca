"""A folder of submissions becomes a folder of grades."""
