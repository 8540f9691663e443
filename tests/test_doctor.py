"""The doctor finds what would keep the lessons from running, and says what to do."""

import json
import tomllib
from pathlib import Path

import pytest

from canasta_teach import doctor
from canasta_teach.doctor import OLDEST, Finding, examine

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]


def wrongs(folder: Path) -> list[Finding]:
    return [finding for finding in examine(folder) if not finding.ok]


def test_a_sound_installation_is_found_sound(tmp_path: Path) -> None:
    assert wrongs(tmp_path / "lessons") == []


def test_looking_makes_no_folder(tmp_path: Path) -> None:
    wrongs(tmp_path / "lessons")
    assert list(tmp_path.iterdir()) == []


def test_the_bounds_are_those_of_the_package() -> None:
    wanted = dict(text.split(">=") for text in PROJECT["dependencies"])
    assert {name: wanted[name] for name in OLDEST} == OLDEST
    assert PROJECT["requires-python"] == ">=" + ".".join(map(str, doctor.OLDEST_PYTHON))


@pytest.mark.parametrize(
    ("found", "fits"), [("4.4", True), ("4.4.0rc1", True), ("5", True), ("4.10.2", True), ("4.3.9", False)]
)
def test_a_version_is_held_against_its_lower_bound(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str, fits: bool
) -> None:
    monkeypatch.setattr(doctor, "version", lambda name: found if name == "jupyterlab" else "99")
    told = [finding for finding in examine(tmp_path) if finding.what.startswith("jupyterlab ")]
    assert [finding.ok for finding in told] == [fits]


def test_a_package_too_old_comes_with_the_command_that_renews_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "version", lambda name: "0.9" if name == "anywidget" else "99")
    [finding] = wrongs(tmp_path)
    assert "anywidget 0.9, 0.11 or newer is needed" in finding.what
    assert finding.remedy.endswith('--upgrade "anywidget>=0.11"')


def test_a_front_end_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *parts: [str(tmp_path)])
    assert [finding.what for finding in wrongs(tmp_path)] == [
        "front end @jupyter-widgets/jupyterlab-manager is not found",
        "front end anywidget is not found",
    ]


@pytest.mark.parametrize("built", [True, False])
def test_a_front_end_without_its_script_or_switched_off_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, built: bool
) -> None:
    for name in doctor.FRONT_ENDS:
        extension = tmp_path / "labextensions" / name
        extension.mkdir(parents=True)
        about = {
            "name": name,
            "version": "1",
            "jupyterlab": {"_build": {"load": "main.js", "extension": "./extension"}},
        }
        (extension / "package.json").write_text(json.dumps(about))
        if built:
            (extension / "main.js").write_text("")
    if built:
        config = tmp_path / "labconfig"
        config.mkdir()
        (config / "page_config.json").write_text(json.dumps({"disabledExtensions": {"anywidget": True}}))
        monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *parts: [str(tmp_path / "labextensions")])
    told = [finding.what for finding in wrongs(tmp_path)]
    if built:
        assert told == ["front end anywidget is switched off"]
    else:
        assert [" lacks its script " in what for what in told] == [True, True]


def test_a_kernel_of_another_environment_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spec = tmp_path / "kernels" / "python3"
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text(
        json.dumps({"argv": ["/elsewhere/bin/python"], "display_name": "x", "language": "python"})
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert ["/elsewhere/bin/python" in finding.what for finding in wrongs(tmp_path)] == [True]


def test_a_folder_that_cannot_be_written_is_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    [finding] = wrongs(tmp_path / "file" / "lessons")
    assert "cannot be written" in finding.what
    assert "--folder DIR" in finding.remedy
