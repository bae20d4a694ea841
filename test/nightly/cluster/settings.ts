import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Settings of the programs of a test cluster's node, which dev/cluster/node.sh starts. The addresses are in a network
 * namespace of its own, so the machine does not use them.
 */

export const NODE_IP = '10.99.0.1';
const PODS = '10.244.0.0/24';
const DNS_IP = '10.96.0.10';
/** Below the roots of all cgroup hierarchies; the kubelet's groups are under it. */
export const CGROUP = 'cascade-cluster';
/** The image that keeps the namespaces of a pod. */
export const PAUSE_IMAGE = 'localhost/cascade-cluster/pause:1';

/** Users of the API server, with the groups that give them their rights. */
const USERS: Readonly<Record<string, { readonly file: string; readonly groups: string }>> = {
  admin: { file: 'admin', groups: 'system:masters' },
  'system:kube-controller-manager': { file: 'controller-manager', groups: '' },
  'system:kube-scheduler': { file: 'scheduler', groups: '' },
  'system:kube-proxy': { file: 'proxy-access', groups: '' },
  'system:node:node': { file: 'kubelet-access', groups: 'system:nodes' },
};

export interface Folders {
  readonly settings: string;
  readonly state: string;
  /** containerd's images and layers, which outlive the cluster. */
  readonly images: string;
}

export async function writeSettings({ settings, state, images }: Folders): Promise<void> {
  await mkdir(join(settings, 'cni'), { recursive: true });
  const tokens: string[] = [];
  const write = (name: string, text: string): Promise<void> => writeFile(join(settings, name), text, { mode: 0o600 });
  for (const [user, { file, groups }] of Object.entries(USERS)) {
    const token = randomBytes(24).toString('hex');
    tokens.push(`${token},${user},${user},"${groups}"\n`);
    await write(`${file}.json`, kubeconfig(token, join(state, 'certificates/apiserver.crt')));
  }
  await write('tokens.csv', tokens.join(''));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await write('accounts.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  await write('kubelet.json', JSON.stringify(kubelet(settings, state), null, 2));
  await write('proxy.json', JSON.stringify(proxy(settings), null, 2));
  await write('containerd.toml', containerd(settings, images));
  await write('cni/10-pods.conflist', JSON.stringify(network(state), null, 2));
  // No names outside of the cluster can be resolved.
  await write('resolv.conf', '');
}

function kubeconfig(token: string, authority: string): string {
  const named = { name: 'cluster' };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ ...named, cluster: { server: `https://${NODE_IP}:6443`, 'certificate-authority': authority } }],
    users: [{ ...named, user: { token } }],
    contexts: [{ ...named, context: { cluster: named.name, user: named.name } }],
    'current-context': named.name,
  });
}

function kubelet(settings: string, state: string): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    // Many build machines still have cgroups of version 1.
    failCgroupV1: false,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${CGROUP}`,
    enforceNodeAllocatable: [],
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    podLogsDir: join(state, 'pods'),
    resolvConf: join(settings, 'resolv.conf'),
    clusterDNS: [DNS_IP],
    clusterDomain: 'cluster.local',
    // It listens in the cluster's own network, where nobody else is.
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    failSwapOn: false,
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    maxPods: 60,
  };
}

function proxy(settings: string): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    hostnameOverride: 'node',
    clusterCIDR: PODS,
    clientConnection: { kubeconfig: join(settings, 'proxy-access.json') },
    // The machine's table of connections stays as it is.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  };
}

const containerd = (settings: string, images: string): string => `version = 2
root = "${images}"
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs"]
[grpc]
address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${PAUSE_IMAGE}"
disable_apparmor = true
disable_hugetlb_controller = true
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "${settings}/cni"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
`;

function network(state: string): object {
  return {
    cniVersion: '1.0.0',
    name: 'pods',
    plugins: [
      {
        type: 'bridge',
        bridge: 'pods0',
        isGateway: true,
        ipMasq: false,
        hairpinMode: true,
        ipam: {
          type: 'host-local',
          dataDir: join(state, 'addresses'),
          ranges: [[{ subnet: PODS }]],
          routes: [{ dst: '0.0.0.0/0' }],
        },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
}
