"""What the resources can do beyond single calls of the API."""

from __future__ import annotations

from typing import Any, Iterator, Literal, Mapping, Optional, Union

from . import models
from ._base import NOT_GIVEN, NotGiven
from ._operations import (
    AsyncBatchesOperations,
    AsyncExecutionsOperations,
    AsyncWorkflowsOperations,
    BatchesOperations,
    ExecutionsOperations,
    WorkflowsOperations,
)
from .errors import WaitTimeoutError

# In flight (semantics 3.7).
_IN_FLIGHT = ("queued", "pending", "running", "waiting")
_UNFINISHED = ("pending", "running")
DEFAULT_TIMEOUT = 300.0
# How long one request is held open; some proxies give up after a minute.
_MAX_WAIT = 30.0
# Between two reads, if the service answers at once: limits leave each address 60 requests a minute.
_FIRST_INTERVAL = 1.0
_MAX_INTERVAL = 5.0


class _Wait:
    """When a record that is not settled is read again."""

    def __init__(self, operation: str, timeout: float, now: float) -> None:
        self._operation = operation
        self._timeout = timeout
        self._until = now + timeout
        self._started = now
        self._intervals = self._grow()

    @staticmethod
    def _grow() -> Iterator[float]:
        interval = _FIRST_INTERVAL
        while True:
            yield interval
            interval = min(interval * 1.5, _MAX_INTERVAL)

    def seconds(self, now: float, request_timeout: float) -> int:
        """For which the service may hold the request open."""
        return int(max(0.0, min(self._until - now, _MAX_WAIT, request_timeout / 2)))

    def pause(self, id: int, status: str, now: float) -> float:
        """:raises WaitTimeoutError: the time is over"""
        if now >= self._until:
            raise WaitTimeoutError(operation=self._operation, id=id, last_status=status, timeout=self._timeout)
        pause = max(0.0, min(self._started + next(self._intervals), self._until) - now)
        self._started = now + pause
        return pause


class Executions(ExecutionsOperations):
    def wait_for(self, id: int, *, timeout: float = DEFAULT_TIMEOUT) -> models.ExecutionDetail:
        """Wait until the execution has ended or a person is asked (``awaiting_review``).

        A cascade with a Wait node or a waiting period can take days: subscribe to webhooks for those.

        :param timeout: seconds to wait at most
        :raises WaitTimeoutError: it is still in flight
        """
        wait = _Wait("GET /executions/{id}", timeout, self._caller.now())
        while True:
            execution = self.get(id, wait=wait.seconds(self._caller.now(), self._caller.timeout))
            if execution["status"] not in _IN_FLIGHT:
                return execution
            self._caller.sleep(wait.pause(id, execution["status"], self._caller.now()))


class AsyncExecutions(AsyncExecutionsOperations):
    async def wait_for(self, id: int, *, timeout: float = DEFAULT_TIMEOUT) -> models.ExecutionDetail:
        """As ``Executions.wait_for``."""
        wait = _Wait("GET /executions/{id}", timeout, self._caller.now())
        while True:
            execution = await self.get(id, wait=wait.seconds(self._caller.now(), self._caller.timeout))
            if execution["status"] not in _IN_FLIGHT:
                return execution
            await self._caller.sleep(wait.pause(id, execution["status"], self._caller.now()))


class Workflows(WorkflowsOperations):
    def trigger_and_wait(
        self,
        id: int,
        *,
        payload: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        external_reference: Union[str, None, NotGiven] = NOT_GIVEN,
        skip_waits: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> models.ExecutionDetail:
        """Trigger a cascade, and wait until the execution has ended or a person is asked.

        :param timeout: seconds to wait at most
        :raises WaitTimeoutError: it is still in flight; the error has its ``id``, and it runs on
        """
        execution = self.trigger(
            id,
            payload=payload,
            execution_mode=execution_mode,
            external_reference=external_reference,
            skip_waits=skip_waits,
            idempotency_key=idempotency_key,
        )
        return Executions(self._caller).wait_for(execution["id"], timeout=timeout)


class AsyncWorkflows(AsyncWorkflowsOperations):
    async def trigger_and_wait(
        self,
        id: int,
        *,
        payload: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        external_reference: Union[str, None, NotGiven] = NOT_GIVEN,
        skip_waits: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> models.ExecutionDetail:
        """As ``Workflows.trigger_and_wait``."""
        execution = await self.trigger(
            id,
            payload=payload,
            execution_mode=execution_mode,
            external_reference=external_reference,
            skip_waits=skip_waits,
            idempotency_key=idempotency_key,
        )
        return await AsyncExecutions(self._caller).wait_for(execution["id"], timeout=timeout)


class Batches(BatchesOperations):
    def wait_for(self, id: int, *, timeout: float = DEFAULT_TIMEOUT) -> models.Batch:
        """Wait until the batch has ended, or was interrupted and wants ``resume``.

        :param timeout: seconds to wait at most
        :raises WaitTimeoutError: it is still pending or running
        """
        wait = _Wait("GET /batches/{id}", timeout, self._caller.now())
        while True:
            batch = self.get(id)
            if batch["status"] not in _UNFINISHED:
                return batch
            self._caller.sleep(wait.pause(id, batch["status"], self._caller.now()))


class AsyncBatches(AsyncBatchesOperations):
    async def wait_for(self, id: int, *, timeout: float = DEFAULT_TIMEOUT) -> models.Batch:
        """As ``Batches.wait_for``."""
        wait = _Wait("GET /batches/{id}", timeout, self._caller.now())
        while True:
            batch = await self.get(id)
            if batch["status"] not in _UNFINISHED:
                return batch
            await self._caller.sleep(wait.pause(id, batch["status"], self._caller.now()))
