"""Grade books, pages and lists, out of the grades and nothing else."""
