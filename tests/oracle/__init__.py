"""The clauses as logic programs for clingo, and comparisons of the package with them."""
