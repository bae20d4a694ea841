"""Client of the Cascade decisioning API."""

from . import models
from ._client import AsyncClient, Client
from ._downloads import AsyncDownload, Download
from ._lists import AsyncListing, Listing, Page
from ._operations import product_output
from .errors import (
    AuthenticationError,
    CascadeError,
    ConflictError,
    ConnectionFailedError,
    ErrorDetail,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    WaitTimeoutError,
)
from .webhooks import WebhookVerificationError, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AsyncClient",
    "AsyncDownload",
    "AsyncListing",
    "AuthenticationError",
    "CascadeError",
    "Client",
    "ConflictError",
    "ConnectionFailedError",
    "Download",
    "ErrorDetail",
    "InvalidRequestError",
    "Listing",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "models",
    "product_output",
    "verify_webhook",
]
