"""The clients: what sends requests, and sends them again."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Optional, Type

import anyio
import httpx
from typing_extensions import Unpack

from ._base import (
    CallOptions,
    GetOptions,
    Request,
    refusal_of,
    request_of,
    retry_delay,
    settings_of,
    silence_of,
    success_of,
)
from ._downloads import AsyncDownload, Download
from ._operations import AsyncPlainResources, PlainResources
from ._resources import AsyncBatches, AsyncExecutions, AsyncWorkflows, Batches, Executions, Workflows
from .errors import CascadeError

_TIMEOUT = 60.0
_MAX_RETRIES = 3
_MAX_WAIT = 120.0


class Client(PlainResources):
    """The API by its resources: ``client.workflows.trigger(…)`` returns what the response has under ``data``.

    Every method raises a CascadeError if the service refuses or does not respond. Every POST that changes something
    carries an Idempotency-Key. A request is sent again, within ``max_retries`` and ``max_wait``, after a 429, once
    Retry-After has passed; after 502, 503, 504, a broken connection or a timeout only if it is a GET or carries an
    Idempotency-Key, because it may have taken effect.

    :param base_url: address of the service, with or without ``/api/v1``: ``https://decisions.example.com``
    :param token: a token of an API client
    :param timeout: seconds until a connection, a read or a write that does not go on is given up
    :param max_retries: requests after the first, for each call
    :param max_wait: seconds that one call waits between its requests, all waits together
    :param http_client: instead of one of its own; the caller closes it
    :raises ValueError: the address or the token cannot be one; the message never holds either
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = _TIMEOUT,
        max_retries: int = _MAX_RETRIES,
        max_wait: float = _MAX_WAIT,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._settings = settings_of(base_url, token, max_retries, max_wait)
        self._timeout = timeout
        self._owned = httpx.Client() if http_client is None else None
        self._http = http_client or self._owned or httpx.Client()
        super().__init__(self)
        self.workflows = Workflows(self)
        self.executions = Executions(self)
        self.batches = Batches(self)

    def close(self) -> None:
        if self._owned is not None:
            self._owned.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, _type: Optional[Type[BaseException]], _value: Optional[BaseException], _trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(self, method: str, template: str, **options: Unpack[CallOptions]) -> Any:
        """One operation by its path, such as ``"/executions/{id}"``; what the response has under ``data``."""
        request = request_of(self._settings, method, template, **options)
        envelope = self._read(request)
        return None if envelope is None else envelope["data"]

    def envelope(self, template: str, **options: Unpack[GetOptions]) -> Any:
        """The whole response of a GET: ``data`` and ``meta``."""
        return self._read(request_of(self._settings, "GET", template, **options))

    def download(self, template: str, **options: Unpack[GetOptions]) -> Download:
        request = request_of(self._settings, "GET", template, **options)
        return Download(self._send(request, is_streamed=True))

    @property
    def timeout(self) -> float:
        """Seconds until a request without a response is given up."""
        return self._timeout

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def _read(self, request: Request) -> Any:
        return success_of(request, self._send(request))

    def _send(self, request: Request, *, is_streamed: bool = False) -> httpx.Response:
        waited, attempt = 0.0, 0
        while True:
            result = self._try_once(request, is_streamed)
            if isinstance(result, httpx.Response):
                return result
            delay = retry_delay(result, request, attempt, waited, self._settings)
            if delay is None:
                raise result
            self.sleep(delay)
            waited, attempt = waited + delay, attempt + 1

    def _try_once(self, request: Request, is_streamed: bool) -> "httpx.Response | CascadeError":
        built = self._http.build_request(
            request.method,
            request.url,
            params=request.params,
            headers=request.headers,
            content=request.content,
            timeout=self._timeout,
        )
        try:
            response = self._http.send(built, stream=True, follow_redirects=False)
            if not response.is_success or not is_streamed:
                response.read()
        except httpx.TransportError as failure:
            return silence_of(request, failure, self._timeout)
        return response if response.is_success else refusal_of(request, response, time.time())


class AsyncClient(AsyncPlainResources):
    """As ``Client``, with ``await``, on asyncio or trio."""

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = _TIMEOUT,
        max_retries: int = _MAX_RETRIES,
        max_wait: float = _MAX_WAIT,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._settings = settings_of(base_url, token, max_retries, max_wait)
        self._timeout = timeout
        self._owned = httpx.AsyncClient() if http_client is None else None
        self._http = http_client or self._owned or httpx.AsyncClient()
        super().__init__(self)
        self.workflows = AsyncWorkflows(self)
        self.executions = AsyncExecutions(self)
        self.batches = AsyncBatches(self)

    async def close(self) -> None:
        if self._owned is not None:
            await self._owned.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, _type: Optional[Type[BaseException]], _value: Optional[BaseException], _trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def call(self, method: str, template: str, **options: Unpack[CallOptions]) -> Any:
        """One operation by its path, such as ``"/executions/{id}"``; what the response has under ``data``."""
        request = request_of(self._settings, method, template, **options)
        envelope = await self._read(request)
        return None if envelope is None else envelope["data"]

    async def envelope(self, template: str, **options: Unpack[GetOptions]) -> Any:
        """The whole response of a GET: ``data`` and ``meta``."""
        return await self._read(request_of(self._settings, "GET", template, **options))

    async def download(self, template: str, **options: Unpack[GetOptions]) -> AsyncDownload:
        request = request_of(self._settings, "GET", template, **options)
        return AsyncDownload(await self._send(request, is_streamed=True))

    @property
    def timeout(self) -> float:
        """Seconds until a request without a response is given up."""
        return self._timeout

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def _read(self, request: Request) -> Any:
        return success_of(request, await self._send(request))

    async def _send(self, request: Request, *, is_streamed: bool = False) -> httpx.Response:
        waited, attempt = 0.0, 0
        while True:
            result = await self._try_once(request, is_streamed)
            if isinstance(result, httpx.Response):
                return result
            delay = retry_delay(result, request, attempt, waited, self._settings)
            if delay is None:
                raise result
            await self.sleep(delay)
            waited, attempt = waited + delay, attempt + 1

    async def _try_once(self, request: Request, is_streamed: bool) -> "httpx.Response | CascadeError":
        built = self._http.build_request(
            request.method,
            request.url,
            params=request.params,
            headers=request.headers,
            content=request.content,
            timeout=self._timeout,
        )
        try:
            response = await self._http.send(built, stream=True, follow_redirects=False)
            if not response.is_success or not is_streamed:
                await response.aread()
        except httpx.TransportError as failure:
            return silence_of(request, failure, self._timeout)
        return response if response.is_success else refusal_of(request, response, time.time())
