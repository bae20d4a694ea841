import { dirname, join } from 'node:path';
import { freePort } from '../../../dev/servers/ports.ts';
import { until } from '../../support/until.ts';
import { LIMITS, podman } from './engine.ts';
import { readCompose, secondsOf, type ComposeFile, type ComposeService } from './file.ts';

/** Brings the compose file up with podman, by the file's own settings. Every name of it begins with that of the project. */
export class Compose {
  readonly file: ComposeFile;
  readonly #folder: string;
  readonly #project: string;
  readonly #imageOf: Readonly<Record<string, string>>;
  /** Port on loopback, by the published port of the file: `127.0.0.1:8080:8080`. */
  readonly #ports = new Map<string, number>();

  constructor(options: {
    readonly path: string;
    readonly project: string;
    readonly variables: Readonly<Record<string, string>>;
    /** Images that replace those of the file, by service. */
    readonly imageOf: Readonly<Record<string, string>>;
  }) {
    this.file = readCompose(options.path, options.variables);
    this.#folder = dirname(options.path);
    this.#project = options.project;
    this.#imageOf = options.imageOf;
  }

  container(service: string): string {
    return `${this.#project}-${service}`;
  }

  async createNetworks(): Promise<void> {
    for (const [name, settings] of Object.entries(this.file.networks)) {
      const internal = settings?.internal === true ? ['--internal'] : [];
      await podman('network', 'create', ...internal, `${this.#project}-${name}`);
    }
  }

  /** Starts it in the background, and returns when its health check passes. */
  async start(service: string): Promise<void> {
    const args = await this.#argumentsOf(service);
    await podman('run', '--detach', '--name', this.container(service), ...args);
    await until(() => this.isHealthy(service), 300_000);
  }

  /** `docker compose run --rm SERVICE COMMAND…`; without a command, the file's. Returns what it prints. */
  async run(service: string, command?: readonly string[]): Promise<string> {
    const args = await this.#argumentsOf(service, command);
    const forAWhile = args.filter((arg) => !arg.startsWith('--restart='));
    return podman('run', '--rm', ...forAWhile);
  }

  exec(service: string, ...command: readonly string[]): Promise<string> {
    return podman('exec', this.container(service), ...command);
  }

  async isHealthy(service: string): Promise<boolean> {
    const [kind, ...rest] = this.#service(service).healthcheck?.test ?? [];
    const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...rest] : rest;
    return this.exec(service, ...command).then(
      () => true,
      () => false,
    );
  }

  portOf(service: string): number {
    const [published = ''] = this.#service(service).ports ?? [];
    const port = this.#ports.get(published);
    if (port === undefined) throw new Error(`${service} publishes no port`);
    return port;
  }

  inspect(service: string, format: string): Promise<string> {
    return podman('inspect', '--format', format, this.container(service)).then((text) => text.trim());
  }

  /** Removes every container, volume and network of the project. */
  async down(): Promise<void> {
    const named = ['--filter', `name=^${this.#project}-`, '--format', '{{.Name}}'];
    const containers = (
      await podman('ps', '--all', '--filter', `name=^${this.#project}-`, '--format', '{{.Names}}')
    ).trim();
    if (containers !== '') await podman('rm', '--force', '--time', '0', '--volumes', ...containers.split('\n'));
    for (const kind of ['volume', 'network']) {
      const names = (await podman(kind, 'ls', ...named)).trim();
      if (names !== '') await podman(kind, 'rm', ...names.split('\n'));
    }
  }

  #service(name: string): ComposeService {
    const service = this.file.services[name];
    if (service === undefined) throw new Error(`the compose file has no service ${name}`);
    return service;
  }

  async #argumentsOf(name: string, command?: readonly string[]): Promise<readonly string[]> {
    const service = this.#service(name);
    const publishes = command === undefined ? (service.ports ?? []) : [];
    const ports: string[] = [];
    for (const published of publishes) {
      const port = this.#ports.get(published) ?? (await freePort());
      this.#ports.set(published, port);
      ports.push(`--publish=127.0.0.1:${port}:${published.split(':').at(-1)}`);
    }
    return [
      ...LIMITS,
      '--no-healthcheck',
      `--restart=${service.restart}`,
      ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
      ...service.cap_drop.map((capability) => `--cap-drop=${capability}`),
      ...(service.cap_add ?? []).map((capability) => `--cap-add=${capability}`),
      ...service.security_opt.map((option) => `--security-opt=${option.replace(':true', '')}`),
      ...(service.tmpfs ?? []).map((path) => `--tmpfs=${path}`),
      ...service.networks.map((network) => `--network=${this.#project}-${network}:alias=${name}`),
      ...(service.user === undefined ? [] : [`--user=${service.user}`]),
      `--memory=${service.mem_limit}`,
      `--pids-limit=${service.pids_limit}`,
      ...(service.shm_size === undefined ? [] : [`--shm-size=${service.shm_size}`]),
      `--stop-timeout=${secondsOf(service.stop_grace_period ?? '10s')}`,
      ...Object.entries(service.environment ?? {}).map(([key, value]) => `--env=${key}=${value}`),
      ...(service.volumes ?? []).map((volume) => `--volume=${this.#volume(volume)}`),
      ...ports,
      ...(service.entrypoint === undefined ? [] : [`--entrypoint=${JSON.stringify(service.entrypoint)}`]),
      this.#imageOf[name] ?? `localhost/${service.image}`,
      ...(command ?? service.command ?? []),
    ];
  }

  #volume(volume: string): string {
    const [source = '', ...rest] = volume.split(':');
    const place = source.startsWith('./') ? join(this.#folder, source) : `${this.#project}-${source}`;
    return [place, ...rest].join(':');
  }
}
