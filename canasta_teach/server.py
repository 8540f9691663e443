"""Floor 4: an extension of the Jupyter server that sends each message of a kernel at once.

A TCP connection holds a small message back until the one before it is acknowledged, and a browser acknowledges late:
on one machine that is about 40 ms for each answer to a click. The server leaves this as it is; the launcher loads this
extension, which asks every connection of a kernel not to wait (`TCP_NODELAY`). It changes nothing else.
"""

from __future__ import annotations

from typing import Any

SETTING = "kernel_websocket_connection_class"
"""Where the server keeps the class that carries a kernel's messages; also the name of its public option."""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """What the server asks a module for that it shall load."""
    return [{"module": "canasta_teach.server"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Have a running server send without waiting; a server that works otherwise is left as it is, and the log says so.

    Args:
        server: The `ServerApp`.
    """
    carrier = server.web_app.settings.get(SETTING)
    if isinstance(carrier, type) and hasattr(carrier, "connect"):
        server.web_app.settings[SETTING] = sending_at_once(carrier)
    else:
        server.log.info("canasta_teach: this server has no %s; its answers may take some 40 ms longer.", SETTING)


def sending_at_once(carrier: type[Any]) -> type[Any]:
    """A subclass of a carrier of kernel messages, the server's own or a gateway's, whose connection does not wait."""

    class SendingAtOnce(carrier):  # type: ignore[misc] # the base is known only at run time
        """Carries a kernel's messages without delay."""

        def connect(self) -> Any:
            handler = self.websocket_handler
            # A page that left while its kernel started has no connection any more.
            if getattr(handler, "ws_connection", None) is not None:
                handler.set_nodelay(True)
            return super().connect()

    return SendingAtOnce
