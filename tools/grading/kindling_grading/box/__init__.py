"""Where everything of a student runs: without files, network or other processes."""
