"""The command line. Serves the tables unless another command is given."""

import argparse
import contextlib
import io
import os
import random
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from importlib import import_module
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from companion import __version__, lan, serve
from companion.config import CODE_LETTERS, Config, HeraldError
from companion.instance_lock import instance_lock

EVERY_INTERFACE = ("", "0.0.0.0", "::")
ALONE = "127.0.0.1"
DEFAULT = "serve"


class Command(NamedTuple):
    summary: str
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message.removeprefix('argument ')}.\n")


def main(argv: list[str] | None = None) -> int:
    write_utf8()
    chosen = parser().parse_args(with_default(sys.argv[1:] if argv is None else argv))
    try:
        return COMMANDS[chosen.command].run(chosen)
    except HeraldError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return goodbye()


def write_utf8() -> None:
    """Switches redirected output to UTF-8, because exports are read on other machines."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")


def with_default(words: list[str]) -> list[str]:
    """Adds the default command: `herald --port 9000` means `herald serve --port 9000`."""
    is_named = words and (not words[0].startswith("-") or words[0] in ("-h", "--help", "--version"))
    return words if is_named else [DEFAULT, *words]


def parser() -> argparse.ArgumentParser:
    parser = Parser(prog="herald", description="Herald, a companion for board games in one room.")
    parser.add_argument("--version", action="version", version=f"Herald {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, help=command.summary, description=command.summary)
        command.options(one)
        if name == DEFAULT:
            parser.epilog = f"Without a command it serves the tables:\n\n{one.format_help()}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser


def serve_options(parser: argparse.ArgumentParser) -> None:
    port_option(parser)
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (all)")
    parser.add_argument("--address", type=address, metavar="IP", help="the address for the QR code (found)")
    instance_option(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--no-announcement", action="store_true", help="do not announce herald.local to the network")
    parser.add_argument("--server", choices=("gevent", "threads"), default="gevent", help="how to serve (gevent)")
    parser.add_argument("--name", action="append", default=[], help="one more name to answer to, such as games.local")
    hall = parser.add_argument_group("several Heralds behind one proxy (docs/hall.md)")
    hall.add_argument("--public-port", type=port, metavar="N", help="the port of the proxy, for the QR code")
    hall.add_argument("--codes", type=letters, metavar="A-M", help="first letters of this Herald's codes")
    hall.add_argument("--key", type=Path, metavar="FILE", help="key for cookies, the same for all (made if missing)")


def port_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=port, default=8000, metavar="N", help="the port to serve on (8000)")


def port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port; ports are numbers from 1 to 65535")


def letters(text: str) -> str:
    first, _, last = text.upper().partition("-")
    found = "".join(letter for letter in CODE_LETTERS if first <= letter <= (last or first))
    if len(first) == 1 and len(last) < 2 and found:
        return found
    raise argparse.ArgumentTypeError(f"{text!r} is no range of letters such as A-M")


def address(text: str) -> str:
    with contextlib.suppress(ValueError):
        return str(ip_address(text))
    raise argparse.ArgumentTypeError(f"{text!r} is no IP address such as 192.168.1.20")


def default_instance() -> Path:
    """Returns HERALD_INSTANCE if set, else `instance` in a checkout or `~/.herald` when installed."""
    if named := os.environ.get("HERALD_INSTANCE"):
        return Path(named)
    beside = Path(__file__).resolve().parent.parent
    return beside / "instance" if (beside / "pyproject.toml").is_file() else Path.home() / ".herald"


def serve_tables(chosen: argparse.Namespace, prepare: Callable[[Any], str] = lambda app: "") -> int:
    threads = chosen.server == "threads"
    if not threads:
        serve.patch()
    config = read_config(chosen)
    url = f"http://{url_host(reachable(config))}:{config.port}/"

    from companion.announce import announced
    from companion.app import create_app  # after patch(), and only for this command
    from companion.household import show_code_on_console

    with instance_lock(config.instance), contextlib.ExitStack() as until_the_end:
        app = create_app(config)
        until_the_end.callback(app.extensions["herald"].store.checkpoint)
        path = prepare(app)

        def ready() -> None:
            welcome(config, url, path, chosen.no_browser)
            if not chosen.no_announcement:
                until_the_end.enter_context(announced(config, partial(setattr, app.extensions["herald"], "local_name")))
            threading.Thread(target=finish_start, args=(app,), daemon=True).start()
            if not has_display():
                show_code_on_console(app.extensions["herald"], print_pairing_code)

        serve.serve(app, config.host, config.port, ready, threads=threads)
    return goodbye()


def finish_start(app: Any) -> None:
    """Finishes tasks that the first page does not need: loads all templates and stores missing summaries."""
    from companion.compiled import load_all

    load_all(app)
    serve.tune_gc()
    app.extensions["herald"].plays.add_missing_summaries()


def read_config(chosen: argparse.Namespace) -> Config:
    return Config(
        instance=writable(chosen.instance),
        host=chosen.host,
        port=chosen.port,
        address=chosen.address or (None if chosen.host in EVERY_INTERFACE else chosen.host),
        names=frozenset(chosen.name),
        public_port=chosen.public_port,
        codes=chosen.codes or "",
        key_file=chosen.key,
    )


def writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise serve.CannotServe(
            f"The folder {folder} cannot be written to ({reason}): choose another one with --instance."
        ) from problem
    return folder.resolve()


def reachable(config: Config) -> str:
    """Returns the address to show: the configured one, else the best of those found. Raises CannotServe if there is no
    network."""
    if config.address:
        return config.address
    best = lan.addresses()[0]
    if best.kind is lan.Kind.LOOPBACK:
        raise serve.CannotServe(
            "No network found: phones cannot join; connect to a Wi-Fi and start again, "
            f"or play on this device alone with --host {ALONE}."
        )
    return best.ip


def url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def welcome(config: Config, url: str, path: str, no_browser: bool) -> None:
    from companion import qr

    print(f"Herald is ready: {url}\n\n{qr.terminal(url)}\n{hint(config, url)}Stop it with Ctrl-C.", flush=True)
    if not no_browser and has_display():
        here = f"http://{ALONE}:{config.port}/" if config.host in EVERY_INTERFACE else url
        open_browser(here + path)


def print_pairing_code(code: str) -> None:
    print(
        f"No screen here: a device that types {code} on its page /house may bring files and use the boxes.", flush=True
    )


def hint(config: Config, url: str) -> str:
    """Returns the worst network problem in one sentence; empty if there is none, or if an address was configured."""
    from companion.network import troubles
    from scoring.words import render

    found = () if config.address else troubles(lan.addresses())
    return f"{render(found[0], ())} Help: {url}help/network\n" if found else ""


def has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> None:
    """Opens the URL in a background thread, since some browsers block until they are closed."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


# --- the other commands --------------------------------------------------------------------------------


def lazy_command(name: str, module: str = "commands") -> Callable[[argparse.Namespace], int]:
    """Returns a function that imports companion.<module> only when it runs, which keeps it out of the server's
    startup."""

    def run(chosen: argparse.Namespace) -> int:
        function: Callable[[argparse.Namespace], int] = getattr(import_module(f"companion.{module}"), name)
        return function(chosen)

    return run


def instance_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--instance", type=Path, default=default_instance(), metavar="DIR", help="what is kept")


def doctor_options(parser: argparse.ArgumentParser) -> None:
    instance_option(parser)
    port_option(parser)


def export_options(parser: argparse.ArgumentParser) -> None:
    instance_option(parser)
    parser.add_argument("code", metavar="CODE")
    parser.add_argument("--file", type=Path, help="where to write it (standard output)")
    parser.add_argument("--whole", action="store_true", help="with the secrets of a running game, to move it")


def import_options(parser: argparse.ArgumentParser) -> None:
    instance_option(parser)
    score_options(parser)


def score_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def sheet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("check",), metavar="check", help="name the first mistake and its line")
    score_options(parser)


def demo_options(parser: argparse.ArgumentParser) -> None:
    serve_options(parser)
    parser.add_argument("game", metavar="GAME", help="for example lang-lebe")
    parser.add_argument("--seats", type=int, help="how many bots (three where three can play)")
    parser.add_argument("--seed", type=int, help="repeat the same luck")
    parser.add_argument("--pace", type=float, default=1.2, metavar="SECONDS", help="between two moves (1.2)")
    parser.add_argument("--fast", action="store_true", help="play it out at once, without a server")
    parser.add_argument("--export", type=Path, metavar="FILE", help="with --fast: write the table here")


def demo(chosen: argparse.Namespace) -> int:
    """Serves a table of bots from a temporary instance; with --fast, plays one game without a server."""
    if chosen.fast:
        return lazy_command("fast_demo")(chosen)
    with tempfile.TemporaryDirectory() as folder:
        chosen.instance = Path(folder)
        return serve_tables(chosen, prepare=lambda app: start_demo(app, chosen))


def start_demo(app: Any, chosen: argparse.Namespace) -> str:
    from companion.demo import open_demo, phone_link
    from scoring.kernel import Rng

    services = app.extensions["herald"]
    services.bots.seconds = chosen.pace
    if chosen.seed is not None:
        services.bots.rng = Rng(random.Random(chosen.seed))
    live = open_demo(services, chosen.game, chosen.seats)
    print(f"Table screen, on which they begin: {services.base_url}/t/{live.code}/table")
    print(f"To take over from one of them: {services.base_url}{phone_link(services, live, 0)}")
    return f"t/{live.code}/table"


def goodbye() -> int:
    print("\nGoodbye.")
    return 0


# To add a command, add a row here and two functions. One adds its options to the parser; the other runs it and returns
# the exit code.
COMMANDS = {
    "serve": Command("Serve the tables to the phones in the room.", serve_options, serve_tables),
    "tables": Command("List the tables.", instance_option, lazy_command("list_tables")),
    "export": Command("Write a table as a file.", export_options, lazy_command("export_table")),
    "import": Command("Read a table from a file.", import_options, lazy_command("import_table")),
    "score": Command("Replay an exported table and print its score.", score_options, lazy_command("score_file")),
    "sheet": Command("Check a game sheet for Any game.", sheet_options, lazy_command("check_sheet")),
    "backup": Command("Save all tables and copies to one file.", import_options, lazy_command("backup", "backups")),
    "restore": Command("Bring a backup back.", import_options, lazy_command("restore", "backups")),
    "doctor": Command("Check this computer and its network.", doctor_options, lazy_command("examine", "doctor")),
    "demo": Command("Let bots play a game.", demo_options, demo),
}


if __name__ == "__main__":
    sys.exit(main())
