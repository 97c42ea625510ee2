"""What a person touches: the shelf, the paper, the pickers."""
