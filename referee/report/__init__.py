"""The report of a run as one web page, and the viewer of its games.

Read `film` (a game as the viewer shows it, put into words by `choices`) and `selection` (which games go into a
page); `facts` and `plots` prepare what the templates print and draw; `replays` (one game), `runs` (a whole run)
and `page` put a file together.
"""
