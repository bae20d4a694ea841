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

export const SOURCE_FOLDERS = ['core', 'platform', 'services', 'cli', 'clients', 'bench', 'test'] as const;

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

/** Which rule an import breaks, or undefined. */
export function violationOf({ from, to, isTypeOnly }: Import): string | undefined {
  const isOurs = SOURCE_FOLDERS.some((folder) => to.startsWith(`${folder}/`)) || to.startsWith('../');
  if (isOurs && /(^|\/)main\.ts$/.test(to)) return 'nothing imports a main.ts';
  if (to.startsWith('test/') && !from.startsWith('test/')) return 'only tests import tests';
  const [area = '', part = ''] = from.split('/');

  if (/^services\/executor\/workflows\//.test(from) && !isTypeOnly) {
    const isAllowed = to === '@temporalio/workflow' || to.startsWith('services/executor/workflows/');
    if (!isAllowed) return 'workflow code imports the workflow package and itself; else types only';
  }
  switch (area) {
    case 'core':
      return to.startsWith('core/') ? undefined : 'core imports only core';
    case 'platform':
      return allow(isOurs, to, ['core/', 'platform/'], 'platform imports core and packages');
    case 'services':
      return allow(isOurs, to, ['core/', 'platform/', `services/${part}/`], 'a service imports core, platform, itself');
    case 'clients':
      if (isOurs && !to.startsWith(`clients/${part}/`)) return 'a client imports nothing of ours';
      return /^clients\/\w+\/src\//.test(from) && !isOurs ? 'a client brings no package along' : undefined;
    case 'cli':
      return allow(isOurs, to, ['core/', 'platform/', 'cli/'], 'cli imports core and platform');
    default:
      return undefined;
  }
}

function allow(isOurs: boolean, to: string, allowed: readonly string[], rule: string): string | undefined {
  return !isOurs || allowed.some((prefix) => to.startsWith(prefix)) ? undefined : rule;
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mts|mjs|js)$/.test(name))
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
