export { checkTargetUrl, type CheckOptions } from './check.ts';
export { guardedConnector, ownAuthorities } from './connect.ts';
export { CredentialHeaders, TokenError } from './credentials.ts';
export { createOutboundClient, type OutboundClient } from './client.ts';
export type { OutboundOptions, OutboundRequest, OutboundResponse } from './contract.ts';
export { OutboundError, type OutboundReason } from './errors.ts';
export { dnsLookup, type Lookup } from './resolve.ts';
