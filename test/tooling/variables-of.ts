import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '../../platform/config/variables.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/** Variables that a service's main.ts names, directly or by the lists that it spreads. */
export function variablesOf(service: string): ReadonlySet<string> {
  const files: Record<string, string> = {
    DATABASE_VARIABLES: 'platform/database/service.ts',
    ARTIFACT_STORE_VARIABLES: 'platform/artifact-store/service.ts',
    BUS_VARIABLES: 'platform/nats/service.ts',
    TEMPORAL_VARIABLES: 'platform/temporal/index.ts',
    MAILER_VARIABLES: 'platform/mail/service.ts',
    EFFECT_VARIABLES: 'services/executor/perform/resources.ts',
  };
  const listIn = (text: string, name: string) =>
    new RegExp(`const ${name} = \\[([^;]*?)\\] as const`).exec(text)?.[1] ?? '';
  const main = listIn(read(`services/${service}/main.ts`), 'VARIABLES');
  const withSpread = (list: string): readonly string[] => [
    list,
    ...[...list.matchAll(/\.\.\.([A-Z_]+)/g)].flatMap(([, name = '']) =>
      withSpread(listIn(read(files[name] ?? 'package.json'), name)),
    ),
  ];
  const common = listIn(read('platform/lifecycle.ts'), 'LIFECYCLE_VARIABLES');
  const lists = [common, ...withSpread(main)].join('\n');
  const names = new Set([...lists.matchAll(/'([A-Z0-9_]+)'/g)].map(([, name]) => name ?? ''));
  if (lists.includes('vendorVariable(code, end)')) {
    for (const name of Object.keys(VARIABLES)) if (/^PRODUCT_.*_(TOKEN|CONNECTION)$/.test(name)) names.add(name);
  }
  return names;
}
