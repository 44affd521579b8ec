"""Dockerfile, compose.yaml and the systemd unit fit the application; linters run if installed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.__main__ import parser, with_default
from companion.app import build_app

CHECKOUT = Path(__file__).parent.parent


def read(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


@pytest.fixture
def last_stage() -> str:
    return read("Dockerfile").rpartition("\nFROM ")[2]


def test_image_contains_the_sources_of_the_wheel() -> None:
    copied = {
        word for line in re.findall(r"^COPY (?!--)(.+)$", read("Dockerfile"), re.MULTILINE) for word in line.split()
    }
    wheel = tomllib.loads(read("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", "requirements.txt", "README.md", "LICENSE", *wheel["packages"], *wheel["force-include"]}
    assert needed <= copied
    assert needed == {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}


def test_container_runs_as_a_numeric_user_with_a_volume(last_stage: str) -> None:
    (user,) = re.findall(r"^USER (.+)$", last_stage, re.MULTILINE)
    assert f"--uid {user} " in last_stage
    assert user.isdigit()
    assert user != "0"
    (volume,) = re.findall(r"^VOLUME (.+)$", last_stage, re.MULTILINE)
    assert f":{volume}\n" in read("compose.yaml")


def test_container_command_is_valid(last_stage: str) -> None:
    (words,) = re.findall(r"^CMD \[(.+)\]$", last_stage, re.MULTILINE)
    chosen = parser().parse_args([word.strip('" ') for word in words.split(",")])
    assert (chosen.command, chosen.no_browser, str(chosen.instance)) == ("serve", True, "/data")
    assert f"EXPOSE {chosen.port}\n" in last_stage


def test_health_check_requests_an_existing_page(last_stage: str) -> None:
    (path,) = re.findall(r"urlopen\('http://127\.0\.0\.1:8000(/[a-z]+)'", last_stage)
    assert path in {str(rule) for rule in build_app(frozenset()).url_map.iter_rules()}


def test_compose_uses_the_host_network() -> None:
    assert "network_mode: host\n" in read("compose.yaml")


def test_service_command_is_valid() -> None:
    (command,) = re.findall(r"^ExecStart=(.+)$", read("systemd/herald.service"), re.MULTILINE)
    program, *words = shlex.split(command)
    chosen = parser().parse_args(with_default(words))
    assert (chosen.command, chosen.no_browser) == ("serve", True)
    assert Path(program).parent.parent.as_posix() in read("docs/raspberry-pi.md")
    assert f"StateDirectory={chosen.instance.name}\n" in read("systemd/herald.service")


@pytest.mark.skipif(not shutil.which("hadolint"), reason="hadolint is not installed")
def test_hadolint_finds_nothing() -> None:
    found = subprocess.run(["hadolint", str(CHECKOUT / "Dockerfile")], capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_systemd_analyze_finds_nothing(tmp_path: Path) -> None:
    unit = tmp_path / "herald.service"
    unit.write_text(read("systemd/herald.service").replace("/opt/herald/bin/herald", sys.executable))
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert [line for line in found.stderr.splitlines() if "herald.service" in line] == []
