"""The server extension: connections of kernels do not wait, and a server of another make is left alone."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from canasta_teach import server
from canasta_teach.server import SETTING, sending_at_once


class Handler:
    """A kernel's websocket: whether it waits, and whether the page is still there."""

    def __init__(self, ws_connection: object | None) -> None:
        self.ws_connection = ws_connection
        self.nodelay = False

    def set_nodelay(self, value: bool) -> None:
        assert self.ws_connection is not None
        self.nodelay = value


class Carrier:
    """Carries messages as the server's own classes do."""

    def __init__(self, handler: Handler) -> None:
        self.websocket_handler = handler

    async def connect(self) -> str:
        return "connected"


def loaded(settings: dict[str, Any]) -> dict[str, Any]:
    log = logging.getLogger("server")
    server._load_jupyter_server_extension(SimpleNamespace(web_app=SimpleNamespace(settings=settings), log=log))
    return settings


def test_a_connection_is_told_not_to_wait_and_then_connects_as_before() -> None:
    carrier = loaded({SETTING: Carrier})[SETTING]
    assert issubclass(carrier, Carrier)
    handler = Handler(object())
    assert asyncio.run(carrier(handler).connect()) == "connected"
    assert handler.nodelay is True


def test_a_page_that_has_left_is_no_error() -> None:
    handler = Handler(None)
    assert asyncio.run(sending_at_once(Carrier)(handler).connect()) == "connected"
    assert handler.nodelay is False


@pytest.mark.parametrize("settings", [{}, {SETTING: None}, {SETTING: object}, {SETTING: "a.name"}])
def test_a_server_without_such_a_class_is_left_as_it_is(
    settings: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "server")
    assert loaded(dict(settings)) == settings
    assert SETTING in caplog.text


def test_the_real_server_takes_the_extension_by_its_public_option() -> None:
    from jupyter_server.gateway.connections import GatewayWebSocketConnection
    from jupyter_server.serverapp import ServerApp
    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

    assert server._jupyter_server_extension_points() == [{"module": server.__name__}]
    assert SETTING in ServerApp.class_trait_names(config=True)
    for carrier in (ZMQChannelsWebsocketConnection, GatewayWebSocketConnection):
        made = sending_at_once(carrier)
        assert issubclass(made, carrier)
        assert hasattr(made, "websocket_handler")
