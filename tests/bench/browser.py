"""A minimal browser for the benchmark: cookies, a keep-alive connection and an event stream.

Everything runs in one asyncio loop beside the server. The measured times include reading response headers, unpacking
gzip and finding the version. A phone does the same work before it renders; rendering is not measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import TypeAlias
from urllib.parse import urlencode

from tests.bench.server import HOST

Connection: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def lines(reader: asyncio.StreamReader) -> AsyncGenerator[bytes, None]:
    """Yields the lines of a chunked response. A proxy splits them anywhere."""
    rest = b""
    while size := int(await reader.readline() or b"0", 16):
        rest += await reader.readexactly(size)
        await reader.readexactly(len(b"\r\n"))
        *whole, rest = rest.split(b"\n")
        for line in whole:
            yield line


class Unexpected(Exception):
    """A response that the screen cannot handle."""


@dataclass(frozen=True)
class Answer:
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.unpacked.decode()

    @property
    def unpacked(self) -> bytes:
        return zlib.decompress(self.body, 31) if self.headers.get("content-encoding") == "gzip" else self.body


@dataclass
class Browser:
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _kept: Connection | None = None

    async def get(self, path: str, *, fragment: bool = False) -> Answer:
        return await self._answer(self._request("GET", path, fragment))

    async def post(self, path: str, form: Mapping[str, object], *, fragment: bool = False) -> Answer:
        return await self._answer(self._request("POST", path, fragment, urlencode(form).encode()))

    async def messages(self, path: str) -> AsyncGenerator[tuple[str, str], None]:
        """Yields the name and data of each stream event, on a separate connection."""
        reader, writer = await asyncio.open_connection(HOST, self.port, limit=2**20)
        try:
            writer.write(self._request("GET", path, fragment=False))
            await self._head(reader)
            event = b""
            async for line in lines(reader):
                name, _, value = line.strip().partition(b": ")
                if name == b"event":
                    event = value
                elif name == b"data" or name == b"data:":
                    yield event.decode(), value.decode()
        finally:
            await hang_up(writer)
        raise Unexpected("the stream has ended")

    async def close(self) -> None:
        if self._kept:
            await hang_up(self._kept[1])
            self._kept = None

    def _request(self, method: str, path: str, fragment: bool, body: bytes = b"") -> bytes:
        headers = {"Host": f"{HOST}:{self.port}", "Accept-Encoding": "gzip", "Accept-Language": "en"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if fragment:
            headers["HX-Request"] = "true"
        if method == "POST":
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    async def _answer(self, request: bytes) -> Answer:
        self._kept = self._kept or await asyncio.open_connection(HOST, self.port)
        reader, writer = self._kept
        writer.write(request)
        try:
            headers = await self._head(reader)
        except Unexpected:
            await self.close()  # unread response data is left on the connection
            raise
        return Answer(headers, await reader.readexactly(int(headers.get("content-length", 0))))

    async def _head(self, reader: asyncio.StreamReader) -> dict[str, str]:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
        if int(first.split()[1]) >= 400:
            raise Unexpected(first)
        named = [line.split(": ", 1) for line in lines]
        headers = {name.lower(): value for name, value in named}
        if "set-cookie" in headers:
            self.cookies |= {name: part.value for name, part in SimpleCookie(headers["set-cookie"]).items()}
        return headers
