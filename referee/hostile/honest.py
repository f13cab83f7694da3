"""The bot that the misbehaving ones meet at the table."""

from referee.hostile.talk import hear, reply, say


def honest() -> None:
    """Plays any of its legal options, by the seed it is given."""
    draw = 0
    while True:
        message = hear()
        if message["type"] == "game_start":
            draw = int(message["bot_seed"], 16)
        if message["type"] != "request":
            reply(message)
            continue
        draw = (draw * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        say(type="action", request=message["request"], choice=(draw >> 33) % len(message["legal"]))
