"""Lists, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, Generic, Iterator, List, Mapping, Optional, Set, TypeVar

from .models import PageMeta

if TYPE_CHECKING:
    from ._base import AsyncCaller, Caller

Item = TypeVar("Item")

# The maximum of the service (OpenAPI document, `per_page`), for the fewest requests per list.
_PER_PAGE = 100


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page, as it came."""

    data: List[Item]
    meta: PageMeta


class _Walk:
    """Where the next page of a list is, and which of its items were given already.

    A cursor goes on after the last item, whatever was added or removed meanwhile. By number, items that new ones have
    pushed onto the next page are left out there: so the ids of one page are kept, and no more.
    """

    def __init__(self, per_page: Optional[object]) -> None:
        self.paging: Optional[Dict[str, object]] = {"per_page": per_page or _PER_PAGE}
        self._page = 1
        self._before: Set[object] = set()

    def take(self, envelope: Any) -> Iterator[Any]:
        data, meta = envelope["data"], envelope["meta"]
        before, paging = self._before, {"per_page": (self.paging or {})["per_page"]}
        if meta.get("next_cursor") is not None:
            self.paging = {**paging, "cursor": meta["next_cursor"]}
        elif "next_cursor" in meta or not data or self._page >= meta["total_pages"]:
            self.paging = None
        else:
            self._page += 1
            self._before = {item["id"] for item in data if "id" in item}
            self.paging = {**paging, "page": self._page}
        return (item for item in data if item.get("id") is None or item["id"] not in before)


class _List:
    def __init__(
        self,
        template: str,
        path: Optional[Mapping[str, object]],
        query: Optional[Mapping[str, object]],
        request_id: Optional[str],
    ) -> None:
        self._template = template
        self._path = path
        self._query = dict(query or {})
        self._request_id = request_id

    def _at(self, page: Optional[int], cursor: Optional[str]) -> Dict[str, object]:
        at = {"page": page, "cursor": cursor}
        return {**self._query, **{name: value for name, value in at.items() if value is not None}}


class Listing(_List, Generic[Item]):
    """A list, of which nothing was read yet. ``for`` reads all of it, a page at a time; ``page()`` reads one page."""

    def __init__(
        self,
        caller: Caller,
        template: str,
        *,
        path: Optional[Mapping[str, object]] = None,
        query: Optional[Mapping[str, object]] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(template, path, query, request_id)
        self._caller = caller

    def __iter__(self) -> Iterator[Item]:
        walk = _Walk(self._query.get("per_page"))
        while walk.paging is not None:
            yield from walk.take(self._read({**self._query, **walk.paging}))

    def page(self, page: Optional[int] = None, *, cursor: Optional[str] = None) -> Page[Item]:
        """:param cursor: ``meta["next_cursor"]`` of the page before"""
        envelope = self._read(self._at(page, cursor))
        return Page(envelope["data"], envelope["meta"])

    def _read(self, query: Mapping[str, object]) -> Any:
        return self._caller.envelope(self._template, path=self._path, query=query, request_id=self._request_id)


class AsyncListing(_List, Generic[Item]):
    """A list, of which nothing was read yet. ``async for`` reads all of it; ``page()`` reads one page."""

    def __init__(
        self,
        caller: AsyncCaller,
        template: str,
        *,
        path: Optional[Mapping[str, object]] = None,
        query: Optional[Mapping[str, object]] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(template, path, query, request_id)
        self._caller = caller

    async def __aiter__(self) -> AsyncIterator[Item]:
        walk = _Walk(self._query.get("per_page"))
        while walk.paging is not None:
            for item in walk.take(await self._read({**self._query, **walk.paging})):
                yield item

    async def page(self, page: Optional[int] = None, *, cursor: Optional[str] = None) -> Page[Item]:
        """:param cursor: ``meta["next_cursor"]`` of the page before"""
        envelope = await self._read(self._at(page, cursor))
        return Page(envelope["data"], envelope["meta"])

    async def _read(self, query: Mapping[str, object]) -> Any:
        return await self._caller.envelope(self._template, path=self._path, query=query, request_id=self._request_id)
