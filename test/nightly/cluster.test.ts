import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiCaller, type AnyJson } from '../gateway/api-caller.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { Callers } from './cluster/callers.ts';
import { Cluster, whyNoCluster } from './cluster/cluster.ts';
import { loadImages } from './cluster/images.ts';
import {
  applyRelease,
  installServers,
  NAMESPACE,
  ORIGIN,
  PROVIDER,
  rolledOut,
  SERVICES,
} from './cluster/installation.ts';
import { buildPrograms } from './cluster/programs.ts';

/**
 * `deploy/k8s` on a real cluster of one node. Its API server checks the manifests, a kubelet runs the pods in
 * containerd, and network policies are enforced. It applies `overlays/production`, with smaller requests.
 */
const OVERLAYS = join(import.meta.dirname, '../../deploy/k8s/overlays');
/** Kinds of operators that this cluster does not have. */
const WITH_OPERATORS = 'production-operators';

const why = await whyNoCluster();
if (why !== undefined) process.stderr.write(`test/nightly/cluster is skipped: ${why}\n`);
const describeWithCluster = why === undefined ? describe : describe.skip;

const DECIDE = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          // No score is that high: everybody is denied and gets a letter.
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 849 }] },
        ],
      },
    },
    pass_steps: ['results'],
    fail_steps: ['decline'],
  },
  {
    id: 'decline',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
    next_step: ['results'],
  },
  { id: 'results', type: 'ShowResults' },
];

let cluster: Cluster;
let api: ApiCaller;
let workflowId: number;
/** The callers of the running test. */
let current: Callers | undefined;

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const kubectl = (...args: readonly string[]): Promise<string> => cluster.kubectl('--namespace', NAMESPACE, ...args);
const get = async (...args: readonly string[]): Promise<AnyJson> =>
  JSON.parse(await kubectl('get', ...args, '--output', 'json'));
const podsOf = async (service: string): Promise<AnyJson[]> =>
  (await get('pods', '--selector', `app.kubernetes.io/component=${service}`)).items;
const exec = (service: string, ...command: readonly string[]): Promise<string> =>
  kubectl('exec', `deployment/cascade-${service}`, '--container', service, '--', ...command);

const addressOf = async (namespace: string, service: string): Promise<string> => {
  const how = ['get', 'service', service, '--output', 'jsonpath={.spec.clusterIP}'];
  return (await cluster.kubectl('--namespace', namespace, ...how)).trim();
};

async function createCaller(): Promise<void> {
  await kubectl('create', 'job', 'cascade-admin', '--from=cronjob/cascade-admin');
  await kubectl('wait', '--for=condition=ready', 'pod', '--selector=job-name=cascade-admin', '--timeout=120s');
  const cascade = async (...args: readonly string[]): Promise<AnyJson> =>
    JSON.parse(await kubectl('exec', 'job/cascade-admin', '--', 'node', 'cli/cascade.ts', ...args, '--json'));
  const address = ['--address', '1 Main St, Springfield, IL 62701', '--phone', '+1 217 555 0100'];
  await cascade('accounts', 'create', '--name', 'Acme', '--legal-name', 'Acme LLC', ...address);
  await cascade('users', 'create', '--account', '1', '--name', 'Ada Example', '--email', 'ada@example.com');
  await cascade('clients', 'create', '--account', '1', '--name', 'Acme');
  const whose = ['--client', '1', '--user', '1', '--scopes', 'all', '--expires-in', '1d'];
  const made = await cascade('tokens', 'create', ...whose);
  await kubectl('delete', 'job', 'cascade-admin', '--wait=false');
  const { token } = Array.isArray(made) ? made[0] : made;
  api = new ApiCaller(await cluster.forward(await addressOf(NAMESPACE, 'cascade-gateway'), 80), token);
}

function startCallers(count: number, pauseMs: number): Callers {
  current = new Callers(api, workflowId, count, pauseMs);
  return current;
}

/** Each execution ended, and its letter is written. */
async function allDone(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await until(async () => (await api.get(`/executions/${id}`)).data.status === 'completed', 300_000);
    await until(async () => (await api.get(`/executions/${id}/notice_artifacts`)).data[0]?.status === 'sent', 300_000);
    expect((await api.get(`/executions/${id}/notice_artifacts`)).data.length).toBe(1);
  }
}

const nameOf = (pod: AnyJson): string => pod.metadata.name;
const isReady = (pod: AnyJson): boolean =>
  pod.metadata.deletionTimestamp === undefined &&
  pod.status.conditions.some((one: AnyJson) => one.type === 'Ready' && one.status === 'True');

/** Runs a command in a pod of its own and returns the last line that it prints. */
async function runPod(namespace: string, command: readonly string[]): Promise<string> {
  const name = `look-${randomUUID().slice(0, 8)}`;
  const how = ['--image=localhost/stand-in/nats:latest', '--image-pull-policy=Never', '--restart=Never', '--command'];
  await cluster.kubectl('--namespace', namespace, 'run', name, ...how, '--', ...command);
  const done = ['wait', '--for=jsonpath={.status.phase}=Succeeded', `pod/${name}`, '--timeout=120s'];
  await cluster.kubectl('--namespace', namespace, ...done);
  const lines = (await cluster.kubectl('--namespace', namespace, 'logs', name)).trim().split('\n');
  await cluster.kubectl('--namespace', namespace, 'delete', 'pod', name, '--wait=false');
  return lines.at(-1) ?? '';
}

/** The result of a connection from a pod. A policy may refuse it or leave it without an answer. */
async function reaches(service: string, host: string, port: number): Promise<string> {
  const script = `const socket = require('node:net').connect({ host: '${host}', port: ${port} });
    const say = (text) => { console.log(text); process.exit(); };
    socket.setTimeout(3000, () => say('shut'));
    socket.on('connect', () => say('open'));
    socket.on('error', ({ code }) => say(code === 'ECONNREFUSED' ? 'shut' : code));`;
  return (await exec(service, 'node', '-e', script)).trim();
}

describeWithCluster('deploy/k8s on a cluster of one node', () => {
  beforeAll(async () => {
    const programs = await buildPrograms();
    cluster = await Cluster.start(programs);
    await loadImages(cluster, programs);
    await installServers(cluster);
    await applyRelease(cluster, '0.1.0');
    await rolledOut(cluster);
    await createCaller();
    workflowId = (await api.post('/workflows', { name: 'Letters', definition: DECIDE })).data.id;
  }, 7_200_000);
  afterEach(() => current?.stop());
  afterAll(() => cluster?.stop(), 120_000);

  test('the API server takes every overlay, strictly', async () => {
    for (const overlay of readdirSync(OVERLAYS).filter((name) => name !== WITH_OPERATORS)) {
      const said = await kubectl('apply', '--dry-run=server', '--validate=strict', '-k', join(OVERLAYS, overlay));
      expect([overlay, said.includes('deployment.apps/cascade-gateway')]).toEqual([overlay, true]);
    }
  }, 300_000);

  test('pods wait until the Job has migrated', async () => {
    const migrated = (await podsOf('migrate')).map((pod) => pod.status.containerStatuses[0].state.terminated);
    expect(migrated.map(({ exitCode }) => exitCode)).toEqual([0]);
    for (const service of ['gateway', 'executor', 'webhooks', 'artifacts']) {
      for (const { status } of await podsOf(service)) {
        const waited = status.initContainerStatuses[0].state.terminated;
        const { startedAt } = status.containerStatuses[0].state.running;
        expect([service, waited.exitCode]).toEqual([service, 0]);
        // Times are whole seconds.
        const early = Date.parse(migrated[0].finishedAt) - Date.parse(waited.finishedAt);
        expect([service, early <= 1_000, startedAt >= waited.finishedAt]).toEqual([service, true, true]);
      }
    }
  }, 60_000);

  test('every service runs as 1000, read-only, without capabilities', async () => {
    for (const service of SERVICES) {
      const status = await exec(service, 'cat', '/proc/1/status');
      const line = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
      expect([service, line('Uid'), line('CapEff'), line('CapBnd'), line('NoNewPrivs'), line('Seccomp')]).toEqual([
        service,
        '1000',
        '0000000000000000',
        '0000000000000000',
        '1',
        '2',
      ]);
      await expect(exec(service, 'touch', '/app/written')).rejects.toThrow('Read-only file system');
      const account = '/var/run/secrets/kubernetes.io/serviceaccount/token';
      await expect(exec(service, 'cat', account)).rejects.toThrow('No such file');
    }
  }, 120_000);

  test('network policies let through what they name, and nothing else', async () => {
    const servers = {
      postgres: [await addressOf('postgresql', 'postgres'), 5432],
      nats: [await addressOf('nats', 'nats'), 4222],
      temporal: [await addressOf('temporal', 'temporal-frontend'), 7233],
      renderer: [await addressOf(NAMESPACE, 'cascade-renderer'), 8081],
      gateway: [await addressOf(NAMESPACE, 'cascade-gateway'), 80],
      dns: [await addressOf('kube-system', 'dns'), 53],
      // The API server, which listens on the node.
      kubernetes: [await addressOf('default', 'kubernetes'), 443],
      outside: [PROVIDER, 443],
    } as const;
    /** The servers that each service reaches; the policies block the rest. */
    const allowed: Readonly<Record<string, readonly (keyof typeof servers)[]>> = {
      gateway: ['postgres', 'nats', 'dns', 'outside'],
      executor: ['postgres', 'nats', 'temporal', 'dns', 'outside'],
      webhooks: ['postgres', 'nats', 'dns', 'outside'],
      artifacts: ['postgres', 'nats', 'renderer', 'dns'],
      generator: ['nats', 'dns', 'outside'],
      renderer: [],
    };
    for (const [service, names] of Object.entries(allowed)) {
      const open: string[] = [];
      const other: string[] = [];
      for (const [name, [address, port]] of Object.entries(servers)) {
        const found = await reaches(service, address, port);
        if (found === 'open') open.push(name);
        else if (found !== 'shut') other.push(`${name}: ${found}`);
      }
      expect([service, open.sort(), other]).toEqual([service, [...names].sort(), []]);
    }
  }, 300_000);

  test('a person signs in at an identity provider outside of the cluster', async () => {
    const gateway = `http://${await addressOf(NAMESPACE, 'cascade-gateway')}`;
    const script = join(import.meta.dirname, 'cluster/sign-in.ts');
    // The provider's certificate is its own; the gateway checks it by TLS_CA_PATH.
    const browser = ['NODE_TLS_REJECT_UNAUTHORIZED=0', process.execPath, script, ORIGIN, gateway, 'robin'];
    const said = await cluster.inside('env', ...browser);
    const { status, body } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as AnyJson;
    expect([status, body.data.user.email]).toEqual([200, 'robin@example.com']);
  }, 120_000);

  test('others reach the gateway from the namespace of the ingress controller alone, and metrics from monitoring', async () => {
    const [pod] = await podsOf('gateway');
    const address = pod.status.podIP;
    for (const [namespace, port, result] of [
      ['ingress-nginx', 8080, 'open'],
      ['ingress-nginx', 9090, 'shut'],
      ['monitoring', 9090, 'open'],
      ['monitoring', 8080, 'shut'],
      ['nats', 8080, 'shut'],
    ] as const) {
      const command = ['sh', '-c', `nc -w 3 ${address} ${port} </dev/null >/dev/null 2>&1 && echo open || echo shut`];
      expect([namespace, port, await runPod(namespace, command)]).toEqual([namespace, port, result]);
    }
  }, 300_000);

  test('a trigger is decided, and its letter is printed', async () => {
    const callers = startCallers(1, 0);
    await until(() => callers.ids.length >= 3, 60_000);
    await callers.stop();
    expect(callers.failures).toEqual([]);
    await allDone(callers.ids);
  }, 600_000);

  test('a new release takes the place of the old one, with no request failed and no execution lost', async () => {
    const before = await Promise.all(SERVICES.map(async (service) => (await podsOf(service)).map(nameOf)));
    const callers = startCallers(2, 250);
    await until(() => callers.ids.length >= 5, 60_000);
    const begun = performance.now();
    await applyRelease(cluster, '0.1.1');
    await rolledOut(cluster);
    await until(async () => (await podsOf('gateway')).length === 2, 300_000);
    const took = performance.now() - begun;
    await callers.stop();
    expect(callers.failures).toEqual([]);
    const after = await Promise.all(SERVICES.map(async (service) => (await podsOf(service)).map(nameOf)));
    expect(after.flat().filter((name) => before.flat().includes(name))).toEqual([]);
    await allDone(callers.ids);
    say(`a rollout took ${Math.round(took / 1000)} s: ${callers.ids.length} triggers, 0 failed, 0 lost`);
  }, 1_800_000);

  test('a release whose image ends at once, or is not there, does not take the service down', async () => {
    const callers = startCallers(1, 500);
    for (const [tag, reason] of [
      ['0.1.2', /CrashLoopBackOff|Error/],
      ['0.1.3', /ErrImagePull|ImagePullBackOff/],
    ] as const) {
      await applyRelease(cluster, tag);
      await until(
        async () => (await podsOf('gateway')).some((pod) => reason.test(JSON.stringify(pod.status))),
        300_000,
      );
      await until(
        async () => (await podsOf('executor')).some((pod) => reason.test(JSON.stringify(pod.status))),
        300_000,
      );
      const soFar = callers.ids.length;
      await until(() => callers.ids.length > soFar + 10, 120_000);
      for (const service of SERVICES) {
        const { status } = await get('deployment', `cascade-${service}`);
        expect([tag, service, status.availableReplicas]).toEqual([tag, service, service === 'gateway' ? 2 : 1]);
      }
    }
    // Rolls back to the earlier release.
    await applyRelease(cluster, '0.1.1');
    await rolledOut(cluster);
    await callers.stop();
    expect(callers.failures).toEqual([]);
    await allDone(callers.ids);
  }, 1_800_000);

  test('a drain never takes the last gateway, and goes on when there is place for another', async () => {
    const callers = startCallers(1, 250);
    await cluster.kubectl('cordon', 'node');
    // Evicts everything that a drain of the node would evict; the cluster's servers stay.
    const drain = ['drain', 'node', '--ignore-daemonsets', '--delete-emptydir-data'];
    const ofGateway = '--pod-selector=app.kubernetes.io/component=gateway';
    await expect(cluster.kubectl(...drain, ofGateway, '--timeout=60s')).rejects.toThrow('disruption budget');
    await until(async () => (await podsOf('gateway')).filter(isReady).length === 1, 60_000);
    const soFar = callers.ids.length;
    await until(() => callers.ids.length > soFar + 10, 120_000);
    await cluster.kubectl('uncordon', 'node');
    await until(async () => (await podsOf('gateway')).filter(isReady).length === 2, 300_000);
    await callers.stop();
    expect(callers.failures).toEqual([]);
    await allDone(callers.ids);
  }, 900_000);

  test('a service whose event loop hangs is started again by its liveness probe, without the grace time of a drain', async () => {
    const restarts = async (): Promise<number> =>
      (await podsOf('webhooks'))[0].status.containerStatuses[0].restartCount;
    const before = await restarts();
    const begun = performance.now();
    // A stopped process answers no probe; the first process, tini, lives on.
    await exec('webhooks', 'sh', '-c', 'kill -STOP $(cat /proc/1/task/1/children)');
    await until(async () => (await restarts()) > before, 400_000);
    const took = performance.now() - begun;
    // Six probes, 10 s apart, and 10 s of grace; a drain has 120 s.
    expect(took).toBeLessThan(150_000);
    await rolledOut(cluster, ['webhooks']);
    say(`a service that hangs was started again after ${Math.round(took / 1000)} s`);
  }, 600_000);
});
