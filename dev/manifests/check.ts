import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { messageOf } from '../../platform/thrown.ts';
import type { Manifest } from './pods.ts';
import { faultsOf } from './policy.ts';
import { prometheusRule } from './rules.ts';
import { findCheckTools, type CheckTools } from './tools.ts';

/**
 * `npm run manifests`: renders and checks all that deploys Cascade, without a cluster. A warning is a failure. Faults
 * that only an API server refuses are checked by policy.ts, as far as we have met them.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OVERLAYS = ['demo', 'production', 'production-operators', 'production-s3', 'production-versioned'];
const RULES = 'deploy/k8s/components/prometheus/rules';
/** Their schemas belong to operators; policy.ts and promtool look at them. */
const CUSTOM_KINDS = ['ExternalSecret', 'PodMonitor', 'PrometheusRule', 'ScaledObject', 'TriggerAuthentication'];
/** Values for the variables that docker-compose.yml requires. */
const COMPOSE_SECRETS = [
  'POSTGRES_PASSWORD',
  ...['CASCADE', 'TEMPORAL', 'GATEWAY', 'EXECUTOR', 'WEBHOOKS', 'ARTIFACTS'].map((name) => `${name}_DB_PASSWORD`),
  ...['GATEWAY', 'EXECUTOR', 'WEBHOOKS', 'ARTIFACTS', 'GENERATOR'].map((name) => `${name}_NATS_PASSWORD`),
  'ENCRYPTION_KEYS',
];

/** Resolves with what is wrong; empty if nothing is. */
type Check = (tools: CheckTools) => Promise<readonly string[]>;

const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(OVERLAYS.map((overlay) => [`overlay ${overlay}`, (tools) => checkOverlay(tools, overlay)])),
  examples: async (tools) => validate(tools, await read('deploy/k8s/examples/external-secrets.yaml')),
  'alert rules': async ({ promtool }) => {
    const files = (await readdir(join(ROOT, RULES))).map((file) => join(RULES, file));
    const tests = files.filter((file) => file.endsWith('.tests.yml'));
    const rules = files.filter((file) => file.endsWith('.rules.yml'));
    const results = await Promise.all([
      quietly(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', ...rules]),
      ...tests.map((test) => quietly(promtool, ['test', 'rules', test])),
    ]);
    return results.flatMap(({ faults }) => faults);
  },
  'prometheus.yml': async ({ promtool }) =>
    (await quietly(promtool, ['check', 'config', '--syntax-only', 'deploy/compose/observability/prometheus.yml']))
      .faults,
  'printed rules': async () =>
    (await prometheusRule()) === (await read('deploy/k8s/components/prometheus/rules.yaml'))
      ? []
      : ['rules.yaml is not what `npm run --silent manifests:rules` prints'],
  'docker-compose.yml': async ({ composeCheck }) => {
    const env = Object.fromEntries(COMPOSE_SECRETS.map((name) => [name, 'check']));
    const settings = { ...process.env, ...env, COMPOSE_PROFILES: 'observability' };
    const alone = await strictly(composeCheck, ['docker-compose.yml'], '', settings);
    const withS3 = await strictly(composeCheck, ['docker-compose.yml', 'deploy/compose/s3.yml'], '', settings);
    return [...alone.faults, ...withS3.faults];
  },
  Dockerfile: async ({ hadolint }) => (await strictly(hadolint, ['Dockerfile'])).faults,
};

async function checkOverlay(tools: CheckTools, overlay: string): Promise<readonly string[]> {
  const rendered = await strictly(tools.kustomize, ['build', join('deploy/k8s/overlays', overlay)]);
  if (rendered.faults.length > 0) return rendered.faults;
  const manifests = parseAllDocuments(rendered.output).map((document) => document.toJS() as Manifest);
  return [...(await validate(tools, rendered.output)), ...faultsOf(manifests)];
}

/** By the schemas of the API server, strictly: no unknown field, no field twice. */
async function validate({ kubeconform, schemas }: CheckTools, text: string): Promise<readonly string[]> {
  const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const args = ['-strict', '-skip', CUSTOM_KINDS.join(','), '-schema-location', location, '-'];
  return (await strictly(kubeconform, args, text)).faults;
}

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

interface Result {
  readonly output: string;
  readonly faults: readonly string[];
}

/** A program that exits with 0 and says nothing on standard error. */
async function strictly(command: string, args: readonly string[], input = '', env = process.env): Promise<Result> {
  const { code, output, errors } = await execute(command, args, input, env);
  const isFine = code === 0 && errors.trim() === '';
  return { output, faults: isFine ? [] : [`${errors}${code === 0 ? '' : output}`.trim()] };
}

/** A program that says on standard output or error how it went, and by its exit code whether well. */
async function quietly(command: string, args: readonly string[]): Promise<Result> {
  const { code, output, errors } = await execute(command, args, '', process.env);
  return { output, faults: code === 0 ? [] : [`${output}${errors}`.trim()] };
}

async function execute(command: string, args: readonly string[], input: string, env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  // A program that reads no input closes it.
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}

async function checkAll(): Promise<boolean> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  let tools: CheckTools;
  try {
    tools = await findCheckTools(say);
  } catch (error) {
    say(messageOf(error));
    return false;
  }
  let isFine = true;
  for (const [name, check] of Object.entries(CHECKS)) {
    const faults = await check(tools).catch((error: unknown) => [messageOf(error)]);
    say(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    for (const fault of faults) say(fault.replaceAll(/^/gm, '         '));
    isFine &&= faults.length === 0;
  }
  return isFine;
}

process.exit((await checkAll()) ? 0 : 1);
