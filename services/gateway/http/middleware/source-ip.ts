import { isIP } from 'node:net';
import type { Context } from '../context.ts';

/**
 * The source address of a request. `trustedHops` is the number of proxies in front that append to X-Forwarded-For.
 * Entries are counted from the right, so an entry that the caller forged is never used.
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

/** Without port or brackets, which some proxies add, and mapped IPv4 as IPv4; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const bare = text.replace(/^\[([^\]]+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The unit of limits and bans: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has a whole /64.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length - (after.at(-1)?.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
