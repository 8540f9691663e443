"""The line from a widget to its page, for tests without a page."""

from typing import Any


class Channel:
    """Keeps what a widget sends to its page."""

    comm_id = "kept"

    def __init__(self) -> None:
        self.states: list[dict[str, Any]] = []

    def send(self, data: dict[str, Any], **_rest: object) -> None:
        if data["method"] == "update":
            self.states.append(data["state"])

    def on_msg(self, _heard: object) -> None:
        """Nothing is heard of a page that is not there."""

    def close(self, **_rest: object) -> None:
        """There is nothing to close."""
