"""Debian's nginx in front of several companions, with the configuration of docs/hall.md."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

# The latter is not on everybody's path.
PROGRAMS = ("nginx", "/usr/sbin/nginx")
AROUND = """
daemon off; pid {folder}/pid; error_log {folder}/errors.txt;
events {{}}
http {{
access_log off;
client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{site}
}}
"""


class Nginx:
    packages: ClassVar[str] = "nginx-light"

    def __init__(self, folder: Path, site: str) -> None:
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, site=site))
        command = [program(), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors.txt")]
        self.process = subprocess.Popen(command)

    @classmethod
    def is_here(cls) -> bool:
        return any(map(shutil.which, PROGRAMS))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def program() -> str:
    return next(filter(None, map(shutil.which, PROGRAMS)))


def site(text: str, changes: Mapping[str, str]) -> str:
    """Returns the configuration in the page, with other ports."""
    begun = text.index("```nginx\n") + len("```nginx\n")
    found = text[begun : text.index("```", begun)]
    for before, after in changes.items():
        assert before in found, before
        found = found.replace(before, after)
    return found


def ports(servers: Sequence[int]) -> dict[str, str]:
    return {f"127.0.0.1:{8001 + number}": f"127.0.0.1:{port}" for number, port in enumerate(servers)}
