"""What each key of the watch screen does, as a page to read."""

KEYS = """\
| key | what it does |
|---|---|
| r | steps through the failing schedule, beside your code and the default order |
| p | makes you the scheduler: break the claim yourself |
| f | turns to the next failing check |
| s | has you find the race in the starter by reading |
| b | shows the ticket |
| h | shows the next hint, and those before it; hints are counted |
| e, d | explains the kata, shows yours beside the reference: once it is accepted, or given up with g |
| n | goes on to the next kata, once this one is accepted |
| l | lists the katas, to search and to go to |
| o | opens your files in the editor that VISUAL or EDITOR names |
| x | puts your files back as they were handed out; a snapshot keeps yours |
| enter | judges again |
| up, down, PgUp, PgDn, Home, End | scroll; TAB goes to the other pane |
| q | leaves a page; here, quits |
"""
