import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from '../support/jest.ts';

/*
 * Whatever decides or speaks gets its inputs from few types, and each of their members says by what it is pinned. A new
 * one does not compile until it does.
 */

const ROOT = join(import.meta.dirname, '../..');
const PINS = 'core/interpreter/pins.ts';
const TYPES = 'core/interpreter/types.ts';
const VERSIONS = 'services/executor/advance/definitions.ts';

const config: unknown = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, ROOT);
const unchanged = new Map<string, ts.SourceFile | undefined>();

/** Errors of types in a file, if these files had these texts. */
function errorsIn(path: string, changed: Readonly<Record<string, string>>): string {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const texts = new Map(Object.entries(changed).map(([name, text]) => [join(ROOT, name), text]));
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
    if (!unchanged.has(name)) unchanged.set(name, getSourceFile.call(host, name, ...rest));
    return unchanged.get(name);
  };
  const program = ts.createProgram([join(ROOT, path)], options, host);
  const file = program.getSourceFile(join(ROOT, path));
  return program
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .join('\n');
}

/** The text of a file with a member more at the beginning of a type. */
function withMember(path: string, type: string, member: string): Record<string, string> {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const changed = text.replace(`export interface ${type} {`, `export interface ${type} {\n  ${member}`);
  expect(changed).not.toBe(text);
  return { [path]: changed };
}

describe('the pins of what decides and speaks', () => {
  test('are there of each member', () => {
    expect(errorsIn(PINS, {})).toBe('');
  });

  test.each([
    [TYPES, 'AdvanceInput', 'readonly seasons: object;'],
    [TYPES, 'RunContext', 'readonly seasons: object;'],
    [TYPES, 'RunContext', 'readonly seasons?: object;'],
    ['core/notices/index.ts', 'NoticeInput', 'readonly seasons?: object;'],
  ])('are asked of a member that is added to a type: %s, %s { %s }', (path, type, member) => {
    expect(errorsIn(PINS, withMember(path, type, member))).toContain("Property 'seasons' is missing");
  });

  test('have what is pinned by the version read from its row', () => {
    expect(errorsIn(VERSIONS, {})).toBe('');
    const pins = readFileSync(join(ROOT, PINS), 'utf8');
    const changed = pins.replace("    workflow: 'version',", "    workflow: 'version',\n    products: 'version',");
    expect(changed).not.toBe(pins);
    const types = withMember(TYPES, 'RunContext', 'readonly products: { readonly version: number };');
    expect(errorsIn(VERSIONS, { ...types, [PINS]: changed })).toContain("Property 'products' is missing");
  }, 60_000);
});
