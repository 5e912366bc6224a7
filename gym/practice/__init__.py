"""A learner's attempts from reading the files to remembering the verdict, whatever shows them."""
