"""Files of the API, as they come."""

from __future__ import annotations

import os
import re
from types import TracebackType
from typing import AsyncIterator, Iterator, Optional, Type, Union

import httpx


class _Named:
    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def content_type(self) -> str:
        return str(self._response.headers.get("content-type", ""))

    @property
    def filename(self) -> Optional[str]:
        """The service's name for the file."""
        found = re.search('filename="([^"]+)"', self._response.headers.get("content-disposition", ""))
        return found[1] if found else None


class Download(_Named):
    """A file that is not read yet: read it, save it, or iterate over its bytes, once; or close it."""

    def read(self) -> bytes:
        try:
            return self._response.read()
        finally:
            self.close()

    def iter_bytes(self) -> Iterator[bytes]:
        try:
            yield from self._response.iter_bytes()
        finally:
            self.close()

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        with open(path, "wb") as file:
            for chunk in self.iter_bytes():
                file.write(chunk)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> "Download":
        return self

    def __exit__(
        self, _type: Optional[Type[BaseException]], _value: Optional[BaseException], _trace: Optional[TracebackType]
    ) -> None:
        self.close()


class AsyncDownload(_Named):
    """A file that is not read yet: read it, save it, or iterate over its bytes, once; or close it."""

    async def read(self) -> bytes:
        try:
            return await self._response.aread()
        finally:
            await self.close()

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._response.aiter_bytes():
                yield chunk
        finally:
            await self.close()

    async def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        with open(path, "wb") as file:
            async for chunk in self.iter_bytes():
                file.write(chunk)

    async def close(self) -> None:
        await self._response.aclose()

    async def __aenter__(self) -> "AsyncDownload":
        return self

    async def __aexit__(
        self, _type: Optional[Type[BaseException]], _value: Optional[BaseException], _trace: Optional[TracebackType]
    ) -> None:
        await self.close()
