export { checkTargetUrl, type CheckOptions } from './check.ts';
export {
  createOutboundClient,
  type OutboundClient,
  type OutboundOptions,
  type OutboundRequest,
  type OutboundResponse,
} from './client.ts';
export { OutboundError, type OutboundReason } from './errors.ts';
export { dnsLookup, hostLookup, type Lookup } from './resolve.ts';
export { isPrivateAddress, isPublicAddress } from './addresses.ts';
