"""How fast it is: each benchmark asserts its results and prints ratios of one run."""
