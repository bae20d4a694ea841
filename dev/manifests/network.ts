import { PEERS, type Peer } from '../../platform/config/peers.ts';
import { nameOf, type Manifest, type Workload } from './pods.ts';
import { selects, selectorOf } from './selectors.ts';

type Way = {
  readonly to?: readonly { readonly ipBlock?: object }[];
  readonly ports?: readonly { readonly port?: number | string }[];
};

type Policy = { readonly policyTypes: readonly string[]; readonly egress?: readonly Way[] };

/**
 * With policies, a pod can reach exactly the servers that it connects to. The artifacts service, which handles letters,
 * has no way out of the cluster, and the browser's pod no way at all.
 */
export function networkFaults(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  if (policies.length === 0) return [];
  const settings = manifests.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}));
  const peers = PEERS.filter(({ ifSet }) => ifSet === undefined || settings.includes(ifSet));
  return workloads.flatMap(({ manifest, labels }) => {
    const own = policies.filter((policy) => selects(selectorOf(policy), labels)).map(({ spec }) => spec as Policy);
    const types = own.flatMap(({ policyTypes }) => policyTypes);
    const ways = own.flatMap(({ egress }) => egress ?? []);
    const needed = peers.filter(({ from }) => from.some((one) => one === labels['app.kubernetes.io/component']));
    return [
      ...['Ingress', 'Egress'].filter((type) => !types.includes(type)).map((type) => `no policy denies ${type}`),
      ...needed.flatMap((peer) => missingWays(peer, ways)),
      ...ways.flatMap((way) => needlessWays(way, needed)),
    ].map((fault) => `${nameOf(manifest)}: ${fault}`);
  });
}

function missingWays({ name, ports, at }: Peer, ways: readonly Way[]): string[] {
  const closed = ports.filter((port) => !ways.some((way) => leads(way, at) && opens(way, port)));
  return closed.map((port) => `no policy lets it reach ${name}, which is ${at} of the cluster, at port ${port}`);
}

function needlessWays(way: Way, needed: readonly Peer[]): string[] {
  const isNeeded = (port: number | string | undefined): boolean =>
    (['inside', 'outside'] as const).every(
      (at) => !leads(way, at) || needed.some((peer) => peer.at === at && peer.ports.some((one) => one === port)),
    );
  const opened = way.ports?.map(({ port }) => port) ?? [undefined];
  return opened
    .filter((port) => !isNeeded(port))
    .map((port) => `has a way out that it does not need (${port === undefined ? 'any port' : `port ${port}`})`);
}

function leads({ to }: Way, at: Peer['at']): boolean {
  return to === undefined || to.some(({ ipBlock }) => (ipBlock !== undefined) === (at === 'outside'));
}

function opens({ ports }: Way, wanted: number): boolean {
  return ports === undefined || ports.some(({ port }) => port === undefined || port === wanted);
}
