import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../dev/servers/cache.ts';
import { findGo } from '../../../dev/servers/fetch.ts';
import { launch, type ManagedProcess } from '../../../dev/servers/process.ts';
import { run } from '../../../dev/servers/run.ts';
import { findOnPath } from '../../../dev/servers/tools.ts';
import { until } from '../../support/until.ts';
import { whyNoContainers } from '../containers/engine.ts';
import { CGROUP, NODE_IP, writeSettings } from './settings.ts';

const PACKAGES = ['containerd', 'ipset', 'iptables', 'conntrack'];
const CNI_PLUGINS = '/usr/lib/cni';
const CGROUPS = '/sys/fs/cgroup';
/** Hierarchies in which the kubelet and runc need a group. */
const HIERARCHIES = [
  ...['cpu', 'cpuacct', 'cpuset', 'memory', 'devices', 'freezer', 'blkio', 'pids', 'hugetlb', 'perf_event'],
  ...['net_cls', 'net_prio', 'systemd', 'unified'],
];

/** The reason why no cluster can run here; undefined if one can. */
export async function whyNoCluster(): Promise<string | undefined> {
  if (process.env.CLUSTER_TEST === undefined) return 'it takes a quarter of an hour; `npm run cluster:test` runs it';
  const noContainers = await whyNoContainers();
  if (noContainers !== undefined) return noContainers;
  const missing: string[] = [];
  for (const program of PACKAGES) if ((await findOnPath(program)) === undefined) missing.push(program);
  if (!existsSync(join(CNI_PLUGINS, 'bridge'))) missing.push('containernetworking-plugins');
  if (missing.length > 0) return `${missing.join(', ')} not there (npm run nightly:tools)`;
  if ((await findGo()) === undefined) return 'Go 1.26 or newer, which builds Kubernetes, is not installed';
  if (!existsSync(join(CGROUPS, 'memory'))) return 'it was made for cgroups of version 1, and here are others';
  return undefined;
}

/** A Kubernetes cluster of one node, in namespaces of its own: it changes nothing of the machine that outlives it. */
export class Cluster {
  readonly #node: ManagedProcess;
  readonly #folder: string;
  readonly #programs: string;
  readonly #launched: ManagedProcess[] = [];
  readonly #proxies: { readonly inside: ManagedProcess; readonly outside: Server }[] = [];

  private constructor(node: ManagedProcess, folder: string, programs: string) {
    this.#node = node;
    this.#folder = folder;
    this.#programs = programs;
  }

  static async start(programs: string): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-cluster-'));
    const folders = {
      settings: join(folder, 'settings'),
      state: join(folder, 'state'),
      images: join(cacheFolder(), 'cluster', 'containerd'),
    };
    await mkdir(folders.state);
    await mkdir(folders.images, { recursive: true });
    await writeSettings(folders);
    await makeCgroups();
    const namespaces = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--mount-proc'];
    const script = [join(import.meta.dirname, 'node.sh'), programs, folders.settings, folders.state, folders.images];
    const node = await launch({
      name: 'node',
      command: 'unshare',
      args: [...namespaces, '--propagation', 'private', 'sh', ...script, NODE_IP],
      logFile: join(folder, 'node.log'),
      deathSignal: 'KILL',
    });
    const cluster = new Cluster(node, folder, programs);
    await until(() => existsSync(join(folders.state, 'started')) || node.hasExited(), 180_000);
    if (node.hasExited()) throw new Error(`the node ended: ${await node.exited}; its logs are in ${folder}`);
    return cluster;
  }

  /** Runs a program inside of the cluster's namespaces. */
  inside(command: string, ...args: readonly string[]): Promise<string> {
    return run('nsenter', [...this.#enter, command, ...args]);
  }

  kubectl(...args: readonly string[]): Promise<string> {
    return this.inside(
      join(this.#programs, 'node'),
      'kubectl',
      '--kubeconfig',
      join(this.#folder, 'settings/admin.json'),
      ...args,
    );
  }

  async apply(...objects: readonly object[]): Promise<void> {
    const file = join(await mkdtemp(join(this.#folder, 'apply-')), 'objects.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }), { mode: 0o600 });
    await this.kubectl('apply', '--filename', file);
  }

  async importImage(archive: string): Promise<void> {
    await this.#ctr('images', 'import', archive);
  }

  async images(): Promise<readonly string[]> {
    return (await this.#ctr('images', 'list', '--quiet')).trim().split('\n');
  }

  async tag(image: string, name: string): Promise<void> {
    await this.#ctr('images', 'tag', '--force', image, name);
  }

  async removeImages(names: readonly string[]): Promise<void> {
    await this.#ctr('images', 'remove', ...names);
  }

  /** A URL on loopback that leads to a service's port, as a load balancer leads to it. */
  async forward(host: string, port: number): Promise<string> {
    const socket = join(this.#folder, `${host}-${port}.sock`);
    const args = [
      ...this.#enter,
      process.execPath,
      join(import.meta.dirname, 'forward.ts'),
      socket,
      host,
      String(port),
    ];
    const inside = await launch({
      name: 'forward',
      command: 'nsenter',
      args,
      logFile: join(this.#folder, 'forward.log'),
    });
    const outside = createServer((caller) => {
      const there = connect(socket);
      caller.pipe(there).pipe(caller);
      caller.on('error', () => there.destroy());
      there.on('error', () => caller.destroy());
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    this.#proxies.push({ inside, outside });
    await until(() => existsSync(socket));
    const address = outside.address();
    if (address === null || typeof address === 'string') throw new Error('the forwarder has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Gives the node an address more, and runs a program there until the cluster ends. */
  async runAt(address: string, name: string, args: readonly string[]): Promise<void> {
    await this.inside('ip', 'address', 'add', `${address}/32`, 'dev', 'lo');
    const logFile = join(this.#folder, `${name}.log`);
    this.#launched.push(await launch({ name, command: 'nsenter', args: [...this.#enter, ...args], logFile }));
  }

  async stop(): Promise<void> {
    for (const program of this.#launched) await program.stop(0);
    for (const { inside, outside } of this.#proxies) {
      outside.close();
      await inside.stop(0);
    }
    // The first process of the namespace takes all others with it.
    await this.#node.stop(0);
    await removeCgroups();
    if (process.env.CLUSTER_KEEP === undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  #ctr(...args: readonly string[]): Promise<string> {
    const containerd = ['--address', '/run/containerd/containerd.sock', '--namespace', 'k8s.io'];
    return this.inside('ctr', ...containerd, ...args);
  }

  get #enter(): readonly string[] {
    return ['--target', String(this.#node.pid), '--net', '--mount', '--uts'];
  }
}

async function makeCgroups(): Promise<void> {
  for (const name of HIERARCHIES) {
    if (existsSync(join(CGROUPS, name))) await mkdir(join(CGROUPS, name, CGROUP), { recursive: true });
  }
}

async function removeCgroups(): Promise<void> {
  for (const name of HIERARCHIES) {
    await until(() => removeGroup(join(CGROUPS, name, CGROUP)), 30_000);
  }
}

/** Removes child groups first: a group with any, or with a process that is still ending, cannot be removed yet. */
async function removeGroup(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return true;
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await removeGroup(join(folder, entry.name));
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}
