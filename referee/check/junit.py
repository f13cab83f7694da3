"""The outcome of trials as JUnit XML, which most build servers read."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from referee.check.trial import Finding, Trial


def junit_xml(trials: Sequence[Trial]) -> bytes:
    """Return a document with a suite for each bot and a case for each clause."""
    root = Element("testsuites", name="referee check")
    for trial in trials:
        verdicts = [finding.verdict for finding in trial.findings]
        suite = SubElement(
            root,
            "testsuite",
            name=trial.bot,
            tests=str(len(verdicts)),
            failures=str(verdicts.count("broken")),
            skipped=str(verdicts.count("untried")),
            errors="0",
        )
        for finding in trial.findings:
            _case(suite, finding)
    indent(root)
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _case(suite: Element, finding: Finding) -> None:
    clause = finding.clause
    case = SubElement(suite, "testcase", classname=clause.level, name=clause.id)
    if finding.verdict == "untried":
        SubElement(case, "skipped", message="A clause that this one builds on is broken.")
    if finding.verdict == "broken":
        failure = SubElement(case, "failure", message=_clean(f"{clause.sentence} {finding.detail}"))
        failure.text = _clean("\n".join([clause.hint, *finding.sent, *finding.received]))


def _clean(text: str) -> str:
    """Leave out the control characters that XML cannot carry."""
    return "".join(character for character in text if character.isprintable() or character in "\n\t")
