"""What a bot may have meant."""

from collections.abc import Sequence

from msgspec.structs import asdict

from protocol.actions import AnyAction, complete


def nearest(action: AnyAction | None, legal: Sequence[AnyAction]) -> AnyAction:
    """Return the option that has most in common with an action: its kind first, then its fields."""

    def likeness(option: AnyAction) -> tuple[bool, int]:
        if type(option) is not type(action):
            return False, 0
        ours, theirs = asdict(complete(option)), asdict(action)
        return True, sum(ours[name] == theirs[name] for name in ours)

    return complete(max(legal, key=likeness))
