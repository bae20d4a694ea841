import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/*
 * Reads docker-compose.yml as `docker compose` does, for the features that the file uses: merges, variables, units. A
 * setting that the runner does not know is an error, so that none is left out silently.
 */

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly restart: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks: readonly string[];
  readonly user?: string;
  readonly mem_limit: string;
  readonly pids_limit: number;
  readonly shm_size?: string;
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const KNOWN = [
  ...['image', 'command', 'entrypoint', 'environment', 'restart', 'read_only', 'cap_drop', 'cap_add', 'security_opt'],
  ...['tmpfs', 'networks', 'user', 'mem_limit', 'pids_limit', 'shm_size', 'stop_grace_period', 'volumes', 'ports'],
  ...['profiles', 'depends_on', 'healthcheck'],
  // Podman keeps logs by itself, and the images are built before.
  ...['logging', 'build'],
];

export function readCompose(path: string, variables: Readonly<Record<string, string>>): ComposeFile {
  const file = substitute(parse(readFileSync(path, 'utf8'), { merge: true }), variables) as ComposeFile;
  for (const [name, service] of Object.entries(file.services)) {
    const unknown = Object.keys(service).filter((key) => !KNOWN.includes(key));
    if (unknown.length > 0) throw new Error(`${path}: service ${name} has ${unknown.join(', ')}, which is not applied`);
  }
  return file;
}

/** The names of a stop's time limit in seconds: `120s`, `2m`. */
export function secondsOf(duration: string): number {
  const [, amount = '', unit = ''] = /^(\d+)(s|m)$/.exec(duration) ?? [];
  if (amount === '') throw new Error(`"${duration}" must be a number of s or m`);
  return Number(amount) * (unit === 'm' ? 60 : 1);
}

function substitute(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$(\$)|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (...groups: (string | undefined)[]) => {
      const [, dollar, name = '', kind, rest = ''] = groups;
      if (dollar !== undefined) return dollar;
      const set = variables[name] ?? '';
      if (set === '' && kind === '?') throw new Error(`docker-compose.yml wants ${name}`);
      return set === '' ? rest : set;
    });
  }
  if (Array.isArray(value)) return value.map((entry) => substitute(entry, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, substitute(entry, variables)]));
}
