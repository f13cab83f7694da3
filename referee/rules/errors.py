"""The errors of the rules: each names who is to blame."""

from protocol.faults import RefusalCode


class RulesError(Exception):
    """Base of all errors that the rules raise on purpose."""


class SetupError(RulesError):
    """A game that the rules do not allow was asked for: `rule` is the id of the rule, `sentence` says why."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} [{rule}]")
        self.rule = rule
        self.sentence = sentence


class IllegalAction(RulesError):  # noqa: N818 - the field's term, as in python-chess
    """A seat tried what the rules forbid: `code` for programs, `rule` its id, `path` what is wrong in the action."""

    def __init__(self, code: RefusalCode, rule: str, sentence: str, path: str = "") -> None:
        super().__init__(f"{sentence} [{rule}]")
        self.code: RefusalCode = code
        self.rule = rule
        self.sentence = sentence
        self.path = path
