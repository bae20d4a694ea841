import { isIP } from 'node:net';
import type { Context } from '../context.ts';

/**
 * The address that a request comes from. `trustedHops` says how many proxies in front append to X-Forwarded-For; entries
 * are counted from the right, so that what a caller writes there himself is never looked at.
 */
export function sourceIp(ctx: Context, trustedHops: number): string {
  const socket = plainAddress(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
  if (trustedHops === 0) return socket;
  const forwarded = ctx
    .get('X-Forwarded-For')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const entry = forwarded[Math.max(0, forwarded.length - trustedHops)];
  return (entry === undefined ? undefined : plainAddress(entry)) ?? socket;
}

/** Without the port or brackets that some proxies write, and IPv4 in its own form; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const bare = text.replace(/^\[([^\]]+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? undefined : address;
}
