"""The hostile bench: bots that misbehave, each in one way, and what the referee makes of them.

`rows` lists them all, `bench` plays them at a table of honest bots and measures. The other modules are the bots,
one module for each kind of mischief: `python -m referee.hostile NAME` runs one. A bot uses nothing of the
referee, and plays properly, with `choice` 0, until its moment comes.
"""
