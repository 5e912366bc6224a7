"""What `gym scan` finds in code of ours and of others."""
