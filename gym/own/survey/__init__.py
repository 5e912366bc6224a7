"""What a subject consists of, as its own interpreter sees it: `python gym/own/survey QUERY`, an answer as JSON.

It runs under the interpreter that will run the subject, so that names are found where that one finds them and sources are
parsed by its grammar. Nothing of the subject is imported or executed. Standard library only.

QUERY is a JSON object: "subject" (a path or a dotted name), "folder" (absolute, where relative paths begin), "libraries"
(absolute folders). The answer holds "version", "kind" and either "error", a sentence, or:

    entry       the dotted name of the subject's module
    root        the folder that its name begins in
    files       {name: path} of every module of one's own that can come to be imported; a name is `shop/db.py` for shop.db
    libraries   folders that hold everything else, in the order in which they are searched; empty when nothing else is used
    missing     [module, importing file, line] of libraries that are certain to be imported and are nowhere
"""
