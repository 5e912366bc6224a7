"""Practice beside the katas, as data: drills, chains, quiz questions and primer pages, each one Markdown file."""
