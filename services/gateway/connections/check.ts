import { randomUUID } from 'node:crypto';
import type { AccountConnection } from '../../../core/products/account-connection.ts';
import { filledIn } from '../../../core/products/connection.ts';
import { CredentialHeaders, OutboundError, TokenError, type OutboundClient } from '../../../platform/outbound/index.ts';
import type { CHECK_RESULTS } from './schemas.ts';

interface Checked {
  readonly result: (typeof CHECK_RESULTS)[number];
  readonly message: string;
}

const REFUSALS = [401, 403, 407];
const NOT_THERE = [404, 410];

/**
 * Asks a vendor for an order that does not exist, or sends a GET to the address that takes orders by POST. Neither
 * orders anything. Nothing that the vendor sends is shown.
 */
export async function checkConnection(
  { url, credentials = { type: 'none' }, lookup_url, order_url }: AccountConnection,
  outbound: OutboundClient,
  signal: AbortSignal,
): Promise<Checked> {
  const orders = lookup_url ?? order_url;
  const address = orders === undefined ? url : filledIn(orders, randomUUID());
  try {
    const shown = await new CredentialHeaders(credentials, outbound).headers();
    const { status } = await outbound.get(address, { headers: { accept: 'application/json', ...shown }, signal });
    return resultOf(status, orders !== undefined);
  } catch (error) {
    if (error instanceof TokenError) return { result: RESULT_OF_TOKEN[error.problem], message: error.message };
    if (!(error instanceof OutboundError)) throw error;
    return { result: error.reason === 'forbidden_target' ? 'forbidden' : 'unreachable', message: error.message };
  }
}

const RESULT_OF_TOKEN = { refused: 'refused', forbidden_target: 'forbidden', unavailable: 'unreachable' } as const;

function resultOf(status: number, isOfOrder: boolean): Checked {
  if (REFUSALS.includes(status)) {
    return { result: 'refused', message: `The vendor refused the credentials with ${status}.` };
  }
  if (isOfOrder && (NOT_THERE.includes(status) || (status >= 200 && status < 300))) {
    const message = `The vendor accepts the credentials: it answered ${status} for an order that does not exist.`;
    return { result: 'accepted', message };
  }
  const message = `The vendor answered ${status}, which does not show whether it accepts the credentials: the first pull will.`;
  return { result: 'reached', message };
}
