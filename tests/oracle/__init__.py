"""The clauses a second time, as logic programs for clingo, and what compares the package with them."""
