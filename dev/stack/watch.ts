import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICES, type ServiceName } from './names.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The files that the services load. A change of anything else, such as a test or a page of the docs, restarts nothing.
 */
const WATCHED = ['core', 'platform', 'services', 'data'] as const;
/** An editor writes a file in several steps, and a checkout many files. */
const QUIET_MS = 150;

/** The services that load the file: its own one, or all if several share it. The path is relative to the project. */
export function servicesThatLoad(path: string): readonly ServiceName[] {
  const [folder = '', second = ''] = path.split(/[\\/]/);
  if (!/\.(ts|json|html|css|js)$/.test(path) || !WATCHED.some((watched) => watched === folder)) return [];
  if (folder !== 'services') return SERVICES;
  return SERVICES.filter((service) => service === second);
}

/**
 * Calls `onChange` with the services that load what was changed, once for the changes that follow each other closely.
 * Returns how to stop.
 */
export function watchSources(
  onChange: (services: readonly ServiceName[]) => void,
  folder: string = PROJECT_FOLDER,
  quietMs: number = QUIET_MS,
): () => void {
  const changed = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = WATCHED.map((name) =>
    watch(join(folder, name), { recursive: true }, (_, file) => {
      const services = file === null ? [] : servicesThatLoad(join(name, file));
      if (services.length === 0) return;
      for (const service of services) changed.add(service);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const all = SERVICES.filter((service) => changed.has(service));
        changed.clear();
        onChange(all);
      }, quietMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
