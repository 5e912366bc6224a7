"""What several test folders share: a tiny curriculum, a scripted judge, a ready-made trace."""
