import { BlockList, isIP } from 'node:net';

/**
 * Which IP addresses we connect to on behalf of others.
 * Sources: the IANA registries of special-purpose IPv4 and IPv6 addresses (RFC 6890); the clouds' metadata services.
 */

/** True if an address, as text, is for public use: neither private nor special in any way. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !SPECIAL_V4.check(address, 'ipv4');
    case 6:
      // Only the one range allocated for public use is allowed. Mapped addresses (::ffff:…), NAT64 (64:ff9b::/96) and all
      // local ranges are outside it.
      return !hasZone(address) && GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * True if an address is private or loopback, which a policy may allow. Link-local addresses, metadata services,
 * multicast and unspecified addresses are never allowed.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || hasZone(address)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  return PRIVATE.check(address, type) && !METADATA.check(address, type);
}

function hasZone(address: string): boolean {
  return address.includes('%');
}

function blockList(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

const SPECIAL_V4 = blockList(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; metadata of Alibaba Cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform services
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; metadata of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
);

const GLOBAL_V6 = blockList('2000::/3');

const SPECIAL_V6 = blockList(
  '2001::/23', // protocol assignments, Teredo (2001::/32), ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address, any of them, is inside
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);

/** A rule for IPv4 also holds for the address mapped into IPv6. */
const PRIVATE = blockList(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
);

const METADATA = blockList('100.100.100.200/32', 'fd00:ec2::254/128', 'fd20:ce::254/128');
