import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** An import as it stands in a file; paths are relative to the project, with forward slashes. */
export interface Import {
  readonly from: string;
  /** A path in the project, or the name of a package as it was written. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

const SOURCE_FOLDERS = ['core', 'platform', 'services', 'cli', 'dev', 'clients', 'console', 'bench', 'test'] as const;

/** Every import, export-from and dynamic import of every source file below `root`. */
export function importsOf(root: string): Import[] {
  return SOURCE_FOLDERS.flatMap((folder) => sourcesIn(root, folder)).flatMap((path) =>
    importsIn(path, readFileSync(join(root, path), 'utf8')),
  );
}

export function importsIn(path: string, text: string): Import[] {
  const typeOnly = typeOnlySpecifiers(path, text);
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({
    from: path,
    to: fileName.startsWith('.') ? normalize(join(dirname(path), fileName)) : fileName,
    isTypeOnly: typeOnly.has(fileName),
  }));
}

/** Words and tables of core: data, so that nobody has to look for them in code, and no input, so that core stays pure. */
const CORE_DATA = [
  ...['statements.en-US', 'calendar', 'places', 'jurisdictions', 'record-keeping'].map(
    (name) => `data/notices/${name}.json`,
  ),
  ...['data/fields/person.json', 'data/fields/standard.json'],
];

/** Pure packages: no I/O, no clock, no randomness. */
const CORE_PACKAGES = ['temporal-polyfill', 're2js', '@noble/hashes/sha2.js', '@noble/hashes/utils.js'];

/** The rule that an import breaks, or undefined. */
export function violationOf({ from, to, isTypeOnly }: Import): string | undefined {
  const isOurs = SOURCE_FOLDERS.some((folder) => to.startsWith(`${folder}/`)) || to.startsWith('../');
  if (isOurs && /(^|\/)main\.ts$/.test(to)) return 'nothing imports a main.ts';
  if (to.startsWith('test/') && !from.startsWith('test/')) return 'only tests import tests';
  const [area = '', part = ''] = from.split('/');
  const gateway = violationInGateway(from, to);
  if (gateway !== undefined) return gateway;

  if (/^services\/executor\/workflows\//.test(from) && !isTypeOnly) {
    const isAllowed = to === '@temporalio/workflow' || to.startsWith('services/executor/workflows/');
    if (!isAllowed) return 'workflow code imports the workflow package and itself; else types only';
  }
  if (/^services\/gateway\/[\w-]+\/schemas\.ts$/.test(from) && /(^|\/)routes\.ts$/.test(to)) {
    return "a resource's schemas do not import routes";
  }
  switch (area) {
    case 'core':
      if (CORE_DATA.includes(to) || CORE_PACKAGES.includes(to)) return undefined;
      return to.startsWith('core/') ? coreViolation(part, to) : 'core imports only core, its wording and pure packages';
    case 'platform':
      return allow(isOurs, to, ['core/', 'platform/'], 'platform imports core and packages');
    case 'services':
      return allow(isOurs, to, ['core/', 'platform/', `services/${part}/`], 'a service imports core, platform, itself');
    case 'clients':
      if (isOurs && !to.startsWith(`clients/${part}/`)) return 'a client imports nothing of ours';
      return /^clients\/\w+\/src\//.test(from) && !isOurs ? 'a client brings no package along' : undefined;
    case 'console':
      return allow(isOurs, to, CONSOLE_MAY, 'the console imports core, types of the client, styles and itself');
    case 'dev':
      return allow(
        isOurs,
        to,
        ['core/', 'platform/', 'dev/', 'clients/'],
        'dev imports core, platform, the clients and itself',
      );
    case 'cli':
      return allow(
        isOurs,
        to,
        ['core/', 'platform/', 'cli/', 'dev/', 'clients/'],
        'cli imports core, platform, the clients, dev and itself',
      );
    default:
      return undefined;
  }
}

/** Modules that a browser loads: none that knows a server. */
const CONSOLE_MAY = ['core/', 'console/', 'clients/typescript/src/types.ts'];

/** Beside their own resources: rows are read, written and shown, and nothing waits, sends or knows a request. */
const RECORDS_MAY = [
  ...[
    'core/',
    'platform/database/',
    'platform/identity/claims.ts',
    'platform/crypto.ts',
    'kysely',
    'node:crypto',
    'services/gateway/services.ts',
  ],
  ...['etag', 'paging', 'present', 'route'].map((name) => `services/gateway/http/${name}.ts`),
];

/** Inside the gateway: `http/` is the mechanism and knows no resource, and `records.ts` means the same in each folder. */
function violationInGateway(from: string, to: string): string | undefined {
  const folder = /^services\/gateway\/([\w-]+)\//;
  const [, of] = folder.exec(from) ?? [];
  const [, target] = folder.exec(to) ?? [];
  if (of === 'http' && /\/routes\.ts$/.test(to)) return "the gateway's http/ knows no resource";
  if (of === 'http' && target !== undefined && target !== 'http') return "the gateway's http/ knows no resource";
  if (of === undefined || !/\/records\.ts$/.test(from)) return undefined;
  if (/\/routes\.ts$/.test(to)) return 'records never import routes';
  const isAllowed = RECORDS_MAY.some((start) => to.startsWith(start)) || (target !== undefined && target !== 'http');
  return isAllowed ? undefined : 'records.ts holds the rows of a resource: reading, writing and showing them';
}

/** The folders of core, each below those that may import it; files directly in `core/` are below them all. */
const CORE_LAYERS = [
  'schema',
  'fields',
  'applicants',
  'sheets',
  'batches',
  'products',
  'masks',
  'cascade',
  'sources',
  'picture',
  'notices',
  'erasures',
  'interpreter',
  'explanation',
  'readback',
  'statistics',
  'rules',
  'policies',
  'rows',
  'examples',
  'drafts',
  'backtests',
];

function coreViolation(part: string, to: string): string | undefined {
  const target = to.split('/')[1] ?? '';
  if (target === part || target.endsWith('.ts')) return undefined;
  const isUpward = part.endsWith('.ts') || !(CORE_LAYERS.indexOf(target) < CORE_LAYERS.indexOf(part));
  const isKnown = CORE_LAYERS.includes(target) && (part.endsWith('.ts') || CORE_LAYERS.includes(part));
  if (!isKnown) return 'a new folder of core has its place in CORE_LAYERS';
  return isUpward ? `core is layered: ${CORE_LAYERS.join(' <- ')}` : undefined;
}

function allow(isOurs: boolean, to: string, allowed: readonly string[], rule: string): string | undefined {
  return !isOurs || allowed.some((prefix) => to.startsWith(prefix)) ? undefined : rule;
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mts|mjs|js)$/.test(name))
    .map((name) => join(folder, name));
}

/** Specifiers that the file imports as types and never as values. */
function typeOnlySpecifiers(path: string, text: string): ReadonlySet<string> {
  const types = new Set<string>();
  const values = new Set<string>();
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const isType = statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      (isType ? types : values).add(statement.moduleSpecifier.text);
    }
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      if (ts.isStringLiteral(statement.moduleSpecifier)) {
        (statement.isTypeOnly ? types : values).add(statement.moduleSpecifier.text);
      }
    }
  }
  return new Set([...types].filter((specifier) => !values.has(specifier)));
}

/** True if the code reads the machine's time by the constructor or the function `Date`. */
export function readsClock(text: string): boolean {
  return /\bDate\(\)/.test(text);
}

/** Files that import each other in a circle, type-only imports included: one list of paths per circle. */
export function importCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const position = trail.indexOf(path);
    if (position >= 0) cycles.push([...trail.slice(position), path]);
    if (position >= 0 || finished.has(path)) return;
    for (const to of targets.get(path) ?? []) if (targets.has(to)) walk(to, [...trail, path]);
    finished.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return cycles;
}

/** Modules that have two shapes at once: `x.ts` beside a folder `x/`. */
export function doubleShapes(paths: readonly string[]): string[] {
  const folders = new Set(paths.map((path) => dirname(path)));
  return paths.filter((path) => path.endsWith('.ts') && folders.has(path.slice(0, -'.ts'.length)));
}

export function sourcePaths(root: string): string[] {
  return SOURCE_FOLDERS.flatMap((folder) => sourcesIn(root, folder));
}
