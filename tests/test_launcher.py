"""`canasta-teach` alone brings the lessons and opens JupyterLab on them."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from canasta_teach import launcher
from canasta_teach.launcher import LaunchError, check_port, describe, lab_command
from canasta_teach.lessons_folder import Delivery
from tests.pages import free_port, status_of_page


def test_the_page_answers_the_lessons_are_delivered_and_sigterm_ends_it(tmp_path: Path) -> None:
    port, folder, log = free_port(), tmp_path / "lessons", tmp_path / "log"
    jupyter = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "canasta_teach", "--no-browser", "--port", str(port), "--folder", str(folder)],
            env={**os.environ, **jupyter},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        assert status_of_page(port, process, log) == 200
        assert "canasta_teach.server | extension was successfully loaded" in log.read_text()
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert (folder / "00-start-here.ipynb").is_file()
    assert f"Your lessons are in {folder}" in log.read_text()


def test_a_taken_port_is_one_clear_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(LaunchError, match=r"Port \d+ on 127.0.0.1 cannot be used: .*--port N"):
            check_port(taken.getsockname()[1])


def test_a_port_that_was_just_left_can_be_used_again() -> None:
    port = free_port()
    check_port(port)


def test_only_the_named_port_is_tried() -> None:
    assert "--ServerApp.port_retries=0" in lab_command(Path("/x"), browser=True, port=9000)
    assert not [part for part in lab_command(Path("/x"), browser=True, port=None) if "port" in part]


@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_root_is_allowed_only_when_root(monkeypatch: pytest.MonkeyPatch, user: int, allowed: bool) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert ("--allow-root" in lab_command(Path("/x"), browser=True, port=None)) is allowed


def test_the_learner_is_told_what_was_kept_and_where_the_newer_lesson_is() -> None:
    told = describe(Delivery(Path("/home/me/lessons"), new=["a"], renewed=["b"], beside=[("c", "c (newer version 2)")]))
    assert told.splitlines() == [
        "Your lessons are in /home/me/lessons",
        "  new: a",
        "  renewed: b",
        "  c holds your changes and was left as it is; the newer one is beside it: c (newer version 2)",
    ]


def test_without_jupyterlab_nothing_is_delivered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(launcher, "find_spec", lambda name: None)
    with pytest.raises(LaunchError, match="JupyterLab is not installed"):
        launcher.launch(tmp_path / "lessons", browser=False)
    assert not (tmp_path / "lessons").exists()


def test_nobody_is_asked_about_news_and_other_settings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/elsewhere")
    ours, *others = launcher.environment()["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    settings = json.loads((Path(ours) / "labconfig" / "default_setting_overrides.json").read_text())
    assert settings["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert others == ["/elsewhere"]


def test_a_folder_that_jupyter_cannot_write_is_said_before_jupyter_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(blocked / "runtime"))
    with pytest.raises(LaunchError, match=r"runtime folder .* cannot be written: .*JUPYTER_RUNTIME_DIR"):
        launcher.launch(tmp_path / "lessons", browser=False)
