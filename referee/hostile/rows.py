"""All rows of the hostile bench: each bot, and the fault that its record must show."""

from typing import TypeAlias

from msgspec import Struct

from protocol.faults import FaultCode
from referee.hostile.behaviours import BEHAVIOURS
from referee.hostile.programs import PROGRAMS

SHORT_MS = 300
"""A limit that a bot is expected to miss."""

LONG_MS = 20_000
"""A limit that no bot is expected to reach."""

LEGAL = None
"""What comes of behaviour that is odd, but allowed."""

Verdict: TypeAlias = FaultCode | None


class Row(Struct, frozen=True):
    """A misbehaving bot, the fault that it must end with (None: the behaviour is legal), and its time limits."""

    bot: str
    expected: Verdict
    move_ms: int = LONG_MS
    bank_ms: int = 0
    start_ms: int = LONG_MS
    ready_ms: int = LONG_MS

    @property
    def does(self) -> str:
        """What the bot does, in one sentence."""
        if self.bot in PROGRAMS:
            return PROGRAMS[self.bot].does
        return (BEHAVIOURS[self.bot].__doc__ or "").strip()


ROWS: tuple[Row, ...] = (
    Row("no_program", "start_failed"),
    Row("no_shebang", "start_failed"),
    Row("no_interpreter", "start_failed"),
    Row("changes_its_file", "program_changed"),
    Row("silent", "start_timeout", start_ms=SHORT_MS),
    Row("crash_at_start", "start_failed"),
    Row("prints_before_hello", "bad_json"),
    Row("greets_unasked", LEGAL),
    Row("greets_twice", "unexpected_message"),
    Row("wrong_version", "version_mismatch"),
    Row("long_name", "bad_message"),
    Row("never_ready", "ready_timeout", ready_ms=SHORT_MS),
    Row("ready_for_another", "unexpected_message"),
    Row("acts_too_early", LEGAL),
    Row("garbage", "bad_json"),
    Row("empty_line", "bad_json"),
    Row("not_an_object", "bad_json"),
    Row("two_objects", "bad_json"),
    Row("duplicate_keys", "bad_json"),
    Row("not_a_number", "bad_json"),
    Row("fraction", "bad_message"),
    Row("huge_integer", "too_many_rejections"),
    Row("endless_integer", "bad_message"),
    Row("negative_choice", "bad_message"),
    Row("wrong_type", "bad_message"),
    Row("unknown_field", "bad_message"),
    Row("unknown_message", "bad_message"),
    Row("deep_nesting", "bad_json"),
    Row("deep_action", "bad_json"),
    Row("byte_order_mark", "bad_json"),
    Row("nul_bytes", "bad_json"),
    Row("lone_surrogate", "bad_json"),
    Row("bad_utf8", "bad_utf8"),
    Row("utf_16", "bad_utf8"),
    Row("byte_by_byte", LEGAL),
    Row("carriage_return", LEGAL),
    Row("huge_line", LEGAL),
    Row("too_long_line", "line_too_long"),
    Row("flood", "line_too_long"),
    Row("padding", "too_much_output"),
    Row("escape_codes", LEGAL),
    Row("old_answers", LEGAL),
    Row("answers_ahead", LEGAL),
    Row("two_answers", LEGAL),
    Row("wrong_request", "move_timeout", move_ms=SHORT_MS),
    Row("chatter", "move_timeout", move_ms=SHORT_MS),
    Row("babble", "too_many_stray_lines"),
    Row("unexpected", "unexpected_message"),
    Row("illegal", "too_many_rejections"),
    Row("undecided", "too_many_rejections"),
    Row("blind", "unexpected_message"),
    Row("never_moves", "move_timeout", move_ms=SHORT_MS),
    Row("slow", "move_timeout", move_ms=SHORT_MS),
    Row("ignores_stdin", "move_timeout", move_ms=SHORT_MS),
    Row("just_in_time", LEGAL, move_ms=5 * SHORT_MS),
    Row("spends_its_bank", LEGAL, move_ms=SHORT_MS, bank_ms=10 * SHORT_MS),
    Row("uses_up_its_bank", "move_timeout", move_ms=SHORT_MS, bank_ms=SHORT_MS),
    Row("answers_late", "move_timeout", move_ms=SHORT_MS, bank_ms=SHORT_MS),
    Row("stops_itself", "move_timeout", move_ms=SHORT_MS),
    Row("slow_goodbye", LEGAL),
    Row("crash_mid_game", "exited"),
    Row("exits_with_0", "exited"),
    Row("exits_with_7", "exited"),
    Row("dies_by_sigsegv", "exited"),
    Row("dies_by_sigabrt", "exited"),
    Row("dies_by_sigkill", "exited"),
    Row("dies_by_sigterm", "exited"),
    Row("kills_its_group", "exited"),
    Row("answers_and_leaves", "exited"),
    Row("half_an_answer", "exited"),
    Row("leaves_between_games", LEGAL),
    Row("closes_stdout", "closed_output"),
    Row("closes_stdout_late", "closed_output", move_ms=SHORT_MS),
    Row("closes_stdin", "closed_input"),
    Row("closes_stderr", LEGAL),
    Row("forks", LEGAL),
    Row("hands_over", "exited"),
    Row("leaves_a_daemon_and_ends", "exited"),
    Row("leaves_a_daemon", LEGAL),
    Row("hides_a_daemon", LEGAL),
    Row("leaves_a_shouting_daemon", "exited"),
    Row("forks_often", "move_timeout", move_ms=SHORT_MS),
    Row("fork_bomb", "move_timeout", move_ms=SHORT_MS),
    Row("leaves_zombies", LEGAL),
    Row("starts_threads", LEGAL),
    Row("floods_stderr", "move_timeout", move_ms=SHORT_MS),
    Row("complains_and_plays", LEGAL),
    Row("hoards_memory", "exited"),
    Row("fills_its_disk", "exited"),
    Row("opens_many_files", "exited"),
    Row("litters", LEGAL),
    Row("litters_and_stays", "move_timeout", move_ms=10 * SHORT_MS),
)
