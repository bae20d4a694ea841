import { readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from '../../dev/manifests/pods.ts';
import { faultsOf } from '../../dev/manifests/policy.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import type { Variable } from '../../platform/config/variable.ts';
import { VENDOR_CALLBACKS } from '../../platform/vendor-callbacks.ts';
import { VARIABLES } from '../../platform/config/variables.ts';
import { isPublicAddress } from '../../platform/outbound/addresses.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { describe, expect, test } from '../support/jest.ts';
import { variablesOf } from './variables-of.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const K8S = 'deploy/k8s';

/** Parsed text, whose shape the tests assume. */
type Parsed = ReturnType<typeof JSON.parse>;

/** A small installation without a fault; each test breaks one thing. */
function installation(): Record<string, Parsed>[] {
  const labels = { component: 'gateway', 'app.kubernetes.io/component': 'gateway' };
  const container = {
    name: 'gateway',
    image: 'registry.example.com:5000/cascade:0.1.0',
    envFrom: [{ configMapRef: { name: 'cascade-config-1' } }],
    env: [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'cascade-gateway', key: 'DATABASE_URL' } } }],
    ports: [{ name: 'ops' }],
    startupProbe: { httpGet: { path: '/livez', port: 'ops' } },
    livenessProbe: { httpGet: { path: '/livez', port: 'ops' }, terminationGracePeriodSeconds: 10 },
    readinessProbe: { httpGet: { path: '/readyz', port: 'ops' } },
    lifecycle: { preStop: { sleep: { seconds: 10 } } },
    resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'files', mountPath: '/etc/cascade' },
    ],
  };
  const pod = {
    automountServiceAccountToken: false,
    serviceAccountName: 'gateway',
    terminationGracePeriodSeconds: 36,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    topologySpreadConstraints: [{}],
    containers: [container],
    volumes: [{ name: 'tmp' }, { name: 'files' }],
  };
  const { envFrom: _, ...rest } = container;
  const ofOwner = { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'cascade', key: 'DATABASE_URL' } } };
  const ofJob = { ...rest, env: [ofOwner] };
  const jobLabels = { component: 'migrate' };
  return [
    { kind: 'ServiceAccount', metadata: { name: 'gateway' } },
    { kind: 'ConfigMap', metadata: { name: 'cascade-config-1' }, data: { SHUTDOWN_GRACE_SECONDS: '25' } },
    {
      kind: 'Deployment',
      metadata: { name: 'gateway' },
      spec: { selector: { matchLabels: { component: 'gateway' } }, template: { metadata: { labels }, spec: pod } },
    },
    {
      kind: 'Job',
      metadata: { name: 'migrate-0-1-0' },
      spec: { template: { metadata: { labels: jobLabels }, spec: { ...pod, containers: [ofJob] } } },
    },
    { kind: 'PodDisruptionBudget', metadata: { name: 'gateway' }, spec: { selector: { matchLabels: labels } } },
    { kind: 'HorizontalPodAutoscaler', metadata: { name: 'gateway' }, spec: { scaleTargetRef: { name: 'gateway' } } },
    {
      kind: 'NetworkPolicy',
      metadata: { name: 'deny' },
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    },
    {
      kind: 'NetworkPolicy',
      metadata: { name: 'let out' },
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/component': 'gateway' } },
        policyTypes: ['Egress'],
        egress: [
          { to: [{ namespaceSelector: {} }], ports: [53, 5432, 4222, 4318].map((port) => ({ port })) },
          { to: [{ ipBlock: { cidr: '0.0.0.0/0' } }], ports: [443, 465, 587].map((port) => ({ port })) },
        ],
      },
    },
  ];
}

/** The browser's pod, in place of the gateway's. */
function asRenderer(_pod: Parsed, all: Parsed[]): void {
  all[2].spec.template.metadata.labels['app.kubernetes.io/component'] = 'renderer';
  all[4].spec.selector.matchLabels = { component: 'gateway' };
}

const faults = (manifests: unknown) => faultsOf(manifests as readonly Manifest[]);

describe('the checks of rendered manifests', () => {
  test('find no fault in an installation that has none', () => {
    expect(faults(installation())).toEqual([]);
  });

  test.each<[string, (pod: Parsed, all: Parsed[]) => void]>([
    [
      'is killed after 35 s, before preStop (10 s) and the grace time (25 s)',
      (pod) => (pod.terminationGracePeriodSeconds = 35),
    ],
    ['and the grace time (60 s) are over', (_, all) => (all[1].data.SHUTDOWN_GRACE_SECONDS = '60')],
    [
      'TEMPORAL_WORKER_BUILD_ID is 0.0.9, and the image is',
      (pod, all) => {
        pod.containers[0].name = 'executor';
        all[1].data.TEMPORAL_WORKER_BUILD_ID = '0.0.9';
      },
    ],
    [
      'images of more than one version: 0.1.0, 0.2.0',
      (pod) => (pod.containers[0].image = 'registry.example.com:5000/cascade:0.2.0'),
    ],
    [
      'the renderer, and it alone, has the image with the browser',
      (pod) => (pod.containers[0].image = 'registry.example.com:5000/cascade-renderer:0.1.0'),
    ],
    ['the renderer, and it alone, has the image with the browser', (pod) => (pod.containers[0].name = 'renderer')],
    ['gets a service-account token', (pod) => delete pod.automountServiceAccountToken],
    ['its ServiceAccount other is missing', (pod) => (pod.serviceAccountName = 'other')],
    ['may run as root', (pod) => delete pod.securityContext.runAsNonRoot],
    ['has no seccomp profile', (pod) => delete pod.securityContext.seccompProfile],
    ['its PriorityClass high is missing', (pod) => (pod.priorityClassName = 'high')],
    ['mounts the unknown Secret typo', (pod) => pod.volumes.push({ name: 'x', secret: { secretName: 'typo' } })],
    ['is not spread over nodes', (pod) => (pod.topologySpreadConstraints = [])],
    ['has an image without a version', (pod) => (pod.containers[0].image = 'registry.example.com:5000/cascade')],
    ['has an image without a version', (pod) => (pod.containers[0].image = 'cascade:latest')],
    ['lacks requests or limits', (pod) => delete pod.containers[0].resources.limits.memory],
    ['may gain privileges', (pod) => delete pod.containers[0].securityContext.allowPrivilegeEscalation],
    ['may write to its image', (pod) => delete pod.containers[0].securityContext.readOnlyRootFilesystem],
    ['keeps capabilities', (pod) => (pod.containers[0].securityContext.capabilities.drop = ['NET_RAW'])],
    [
      'reads the ConfigMap other, which is missing',
      (pod) => (pod.containers[0].envFrom[0].configMapRef.name = 'other'),
    ],
    ['sets DATABASE_URI, which no service reads', (pod) => (pod.containers[0].env[0].name = 'DATABASE_URI')],
    ['reads the unknown Secret typo', (pod) => (pod.containers[0].env[0].valueFrom.secretKeyRef.name = 'typo')],
    [
      'takes DATABASE_URL from cascade, and not from cascade-gateway',
      (pod) => (pod.containers[0].env[0].valueFrom.secretKeyRef.name = 'cascade'),
    ],
    [
      "reads cascade-executor, which is another service's",
      (pod) => (pod.containers[0].env[0].valueFrom.secretKeyRef.name = 'cascade-executor'),
    ],
    [
      "mounts cascade-executor, which is another service's",
      (pod) => pod.volumes.push({ name: 'x', projected: { sources: [{ secret: { name: 'cascade-executor' } }] } }),
    ],
    ['mounts temp, which is no volume', (pod) => (pod.containers[0].volumeMounts[0].name = 'temp')],
    ['has no /tmp', (pod) => (pod.containers[0].volumeMounts[0].mountPath = '/temp')],
    ['cannot read the certificate that DATABASE_URL may name', (pod) => pod.containers[0].volumeMounts.pop()],
    ['lacks a probe', (pod) => delete pod.containers[0].startupProbe],
    ['is probed at opps, which is no port', (pod) => (pod.containers[0].readinessProbe.httpGet.port = 'opps')],
    [
      'hangs on after its liveness probe failed',
      (pod) => delete pod.containers[0].livenessProbe.terminationGracePeriodSeconds,
    ],
    ['liveness and readiness are the same', (pod) => (pod.containers[0].livenessProbe.httpGet.path = '/readyz')],
    ['TEMPORAL_ADRESS is no variable', (_, all) => (all[1].data.TEMPORAL_ADRESS = 'x:1')],
    ['SMTP_URL is a secret', (_, all) => (all[1].data.SMTP_URL = 'smtp://x')],
    ['TEMPORAL_ADDRESS ParseError', (_, all) => (all[1].data.TEMPORAL_ADDRESS = 'nowhere')],
    ['Deployment gateway: selects no pod', (_, all) => (all[2].spec.selector.matchLabels.component = 'other')],
    [
      'PodDisruptionBudget gateway: selects no pod',
      (_, all) => (all[4].spec.selector.matchLabels = { component: 'x' }),
    ],
    ['selects the pods of several workloads', (_, all) => (all[4].spec.selector.matchLabels = {})],
    ['scales other, which is missing', (_, all) => (all[5].spec.scaleTargetRef.name = 'other')],
    ['gateway sets replicas', (_, all) => (all[2].spec.replicas = 2)],
    ['its name does not end with the version 0.1.0', (_, all) => (all[3].metadata.name = 'migrate-0-0-9')],
    ['no policy denies Egress', (_, all) => (all[6].spec.policyTypes = ['Ingress'])],
    ['is there twice', (_, all) => all.push(all[0])],
    [
      'typo is no component',
      (_, all) =>
        (all[6].spec.podSelector = {
          matchExpressions: [{ key: 'component', values: ['gateway', 'migrate', 'typo'] }],
        }),
    ],
    [
      'has a way out',
      (_, all) => {
        all[2].spec.template.metadata.labels['app.kubernetes.io/component'] = 'artifacts';
        all[4].spec.selector.matchLabels = { component: 'gateway' };
        all[6].spec.egress = [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }];
      },
    ],
    [
      'no policy lets it reach OIDC_ISSUER, which is outside of the cluster, at port 443',
      (_, all) => all[7].spec.egress.pop(),
    ],
    [
      'no policy lets it reach OIDC_ISSUER, which is outside of the cluster, at port 443',
      (_, all) => (all[7].spec.egress[1].to = [{ namespaceSelector: {} }]),
    ],
    [
      'no policy lets it reach NATS_URL, which is inside of the cluster, at port 4222',
      (_, all) => (all[7].spec.egress[0].ports = [{ port: 5432 }]),
    ],
    [
      'no policy lets it reach ARTIFACTS_S3_ENDPOINT, which is inside of the cluster, at port 443',
      (_, all) => (all[1].data.ARTIFACTS_S3_BUCKET = 'letters'),
    ],
    [
      'Deployment gateway: has a way out that it does not need (port 80)',
      (_, all) => all[7].spec.egress[1].ports.push({ port: 80 }),
    ],
    [
      'Deployment gateway: has a way out that it does not need (any port)',
      (_, all) => all[7].spec.egress.push({ to: [{ ipBlock: { cidr: '198.51.100.7/32' } }] }),
    ],
    [
      'Deployment gateway: has a way out that it does not need (port 7233)',
      (_, all) => all[7].spec.egress[0].ports.push({ port: 7233 }),
    ],
    ['runs a browser and reads a whole ConfigMap', (pod, all) => asRenderer(pod, all)],
    ['runs a browser and gets DATABASE_URL', (pod, all) => asRenderer(pod, all)],
    [
      'runs a browser and mounts a Secret',
      (pod, all) => {
        asRenderer(pod, all);
        pod.volumes.push({ name: 'x', secret: { secretName: 'cascade' } });
      },
    ],
    [
      'has a way out',
      (pod, all) => {
        asRenderer(pod, all);
        // Name servers alone are one.
        all[6].spec.egress = [{ to: [{ namespaceSelector: {} }], ports: [{ port: 53 }] }];
      },
    ],
  ])('find: %s', (expected, breakIt) => {
    const broken = structuredClone(installation());
    breakIt(broken[2]?.spec.template.spec, broken);
    expect(faults(broken).join('\n')).toContain(expected);
  });
});

describe('the manifests', () => {
  const documents = (path: string): Parsed[] => parseAllDocuments(read(path)).map((document) => document.toJS());

  test.each(SERVICES)('give %s the secrets that it reads, and no others', async (service) => {
    const [, { spec }] = documents(`${K8S}/base/${service}.yaml`);
    const given = spec.template.spec.containers[0].env
      .filter(({ valueFrom }: Parsed) => valueFrom.secretKeyRef !== undefined)
      .map(({ name }: Parsed) => name);
    const secret = Object.entries<Variable<unknown>>(VARIABLES).filter(
      ([name, variable]) => variable.secret && !name.endsWith('_PATH'),
    );
    // The renderer sends no traces: it has no way to a collector.
    const wanted = secret
      .map(([name]) => name)
      .filter((name) => service !== 'renderer' && variablesOf(service).has(name));
    expect(given.toSorted()).toEqual(wanted.toSorted());
  });

  test.each(SERVICES)('start %s with the arguments that npm start gives it', async (service) => {
    const { NODE_ARGUMENTS } = await import('../../dev/stack/services.ts');
    const [, { spec }] = documents(`${K8S}/base/${service}.yaml`);
    const words = ['node', ...(NODE_ARGUMENTS[service] ?? []), `services/${service}/main.ts`];
    expect(spec.template.spec.containers[0].args).toEqual(words);
  });

  test('let out to exactly the addresses that the services themselves may reach', () => {
    const policies = documents(`${K8S}/components/network-policy/public.yaml`);
    expect(policies.map(({ metadata }) => metadata.name)).toEqual(['cascade-public', 'cascade-https', 'cascade-mail']);
    for (const { spec } of policies) {
      for (const { ipBlock } of spec.egress[0].to) {
        const family = ipBlock.cidr.includes(':') ? 'ipv6' : 'ipv4';
        const excepted = new BlockList();
        for (const range of ipBlock.except) {
          const [network, prefix] = range.split('/');
          excepted.addSubnet(network, Number(prefix), family);
        }
        const isLetOut = (address: string): boolean =>
          (family === 'ipv4' || inside(ipBlock.cidr, address)) && !excepted.check(address, family);
        const samples = family === 'ipv4' ? SAMPLES_V4 : SAMPLES_V6;
        expect(samples.filter((address) => isLetOut(address) !== isPublicAddress(address))).toEqual([]);
      }
    }
  });

  test('let the ingress pass what the API accepts', () => {
    const [{ metadata }] = documents(`${K8S}/overlays/production/ingress.yaml`);
    const setting = (name: string) => Number.parseInt(metadata.annotations[`nginx.ingress.kubernetes.io/${name}`], 10);
    const largest = Math.max(...ROUTES.map(({ maxBodyBytes = 0 }) => maxBodyBytes));
    expect(setting('proxy-body-size') * 1024 * 1024).toBeGreaterThan(largest);
    const { unset } = VARIABLES.GENERATE_TIMEOUT_SECONDS;
    expect(setting('proxy-read-timeout')).toBeGreaterThan(Number(unset.is === 'default' && unset.text));
  });

  // Rules: 6.8.4
  test('have the ingress log no path at which vendors call', () => {
    const rules = documents(`${K8S}/overlays/production/ingress.yaml`).flatMap(({ metadata, spec }) =>
      spec.rules[0].http.paths.map(({ path }: Parsed) => [
        path,
        metadata.annotations['nginx.ingress.kubernetes.io/enable-access-log'],
      ]),
    );
    expect(rules).toEqual([
      ['/', undefined],
      [`${VENDOR_CALLBACKS}/`, 'false'],
    ]);
  });

  test('have a page and both kinds of test for each alert', () => {
    const folder = `${K8S}/components/prometheus/rules`;
    const { groups } = parse(read(`${folder}/cascade.rules.yml`));
    const rules: Parsed[] = groups.flatMap((group: Parsed) => group.rules);
    const tests = ['cascade.tests.yml', 'partitions.tests.yml', 'temporal.tests.yml'].flatMap(
      (file) => parse(read(`${folder}/${file}`)).tests,
    );
    const tested = new Set(tests.map(({ name }: { name: string }) => name));
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/runbook/alerts/${alert}.md`);
      expect(read(annotations.runbook)).toMatch(new RegExp(`^# ${alert}\n[^]+## Where to look[^]+## What to do`));
      expect(['page', 'ticket']).toContain(labels.severity);
      expect([alert, tested.has(`${alert} fires`), tested.has(`${alert} stays silent`)]).toEqual([alert, true, true]);
    }
    const pages = readdirSync(join(ROOT, 'docs/runbook/alerts')).map((file) => file.replace('.md', ''));
    expect(pages.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

describe('the production section of README.md', () => {
  const [, section = ''] = /## Run it in production\n([^]*?)\n## /.exec(read('README.md')) ?? [];
  const named = new Set([...section.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''));
  const all = Object.entries<Variable<unknown>>(VARIABLES);

  test('names every variable without which a service does not start, and none that there is not', () => {
    const required = all.filter(([, { unset }]) => unset.is === 'required').map(([name]) => name);
    expect(required.filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  test('says of each where the manifests take it from', () => {
    const rows = [...section.matchAll(/^\| `([A-Z_]+)`\s+\| (.*?)\s+\|/gm)];
    expect(rows.length).toBeGreaterThan(4);
    for (const [, name = '', place = ''] of rows) {
      const isSecret = all.find(([one]) => one === name)?.[1].secret;
      expect([name, place.includes('Secret'), place.includes('config.env')]).toEqual([
        name,
        isSecret,
        isSecret !== true,
      ]);
      if (isSecret !== true)
        expect(read(`${K8S}/overlays/production/config.env`)).toMatch(new RegExp(`^${name}=`, 'm'));
    }
  });
});

function inside(range: string, address: string): boolean {
  const [network = '', prefix] = range.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), 'ipv6');
  return list.check(address, 'ipv6');
}

/** Some of each network of 16 bits: the smaller exceptions are at these. */
const SAMPLES_V4 = Array.from({ length: 65_536 }, (_, network) => `${network >> 8}.${network & 255}`).flatMap(
  (network) =>
    ['0.1', '2.1', '48.1', '99.1', '100.1', '113.1', '129.16', '193.1', '196.1'].map((host) => `${network}.${host}`),
);
const SAMPLES_V6 = [
  ...['::', '::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '1fff::1', '2000::1', '2001::1'],
  ...['2001:1ff::1', '2001:200::1', '2001:db8::1', '2001:db9::1', '2001:4860:4860::8888', '2002:a00:1::', '2003::1'],
  ...[
    '2606:4700::1111',
    '2620:4f:8000::1',
    '2620:4f:8001::1',
    '2a00:1450::1',
    '3fff::1',
    '3fff:fff::1',
    '3fff:1000::1',
  ],
  ...['4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
];
