import { ParseError } from './parsers.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

export type VariableName = keyof typeof VARIABLES;
type Value<Name extends VariableName> = (typeof VARIABLES)[Name] extends Variable<infer T> ? T : never;
export type Config<Name extends VariableName> = { readonly [Key in Name]: Value<Key> };
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is wrong. The message lists every variable that is, and is all that needs to be printed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the variables that a process needs, typed by their names. An empty variable counts as not set.
 * Throws one ConfigError for all that is missing or wrong.
 */
export function loadConfig<const Name extends VariableName>(
  names: readonly Name[],
  env: Environment = process.env,
): Config<Name> {
  const values: Partial<Record<VariableName, unknown>> = {};
  const problems: string[] = [];
  for (const name of new Set(names)) {
    try {
      values[name] = read(VARIABLES[name], env[name]);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      problems.push(`${name} ${error.message} (${firstSentence(VARIABLES[name].description)})`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // Each name was read by its own parser just above.
  return values as Config<Name>;
}

function read(variable: Variable<unknown>, given: string | undefined): unknown {
  const value = given?.trim() ?? '';
  if (value !== '') return variable.parse(value);
  switch (variable.unset.is) {
    case 'default':
      return variable.parse(variable.unset.text);
    case 'optional':
      return undefined;
    case 'required':
      throw new ParseError('is not set');
  }
}

function firstSentence(description: string): string {
  return /^.*?[^.](?=\.( |$)|$)/.exec(description)?.[0] ?? description;
}

/** The text of `.env.example`: first the variables that an installation sets, then those with a default. */
export function envExample(): string {
  const variables = Object.entries<Variable<unknown>>(VARIABLES);
  const isTuning = ([, { unset }]: (typeof variables)[number]) => unset.is === 'default';
  const lines = [
    '# The environment variables of Cascade, in two parts. Services refuse to start without those that are not',
    '# commented out. The others show an example in the first part, and their default in the second.',
    ...['', '# Part 1: what an installation sets'],
    ...inGroups(variables.filter((each) => !isTuning(each))),
    ...['', '# Part 2: tuning; every variable has a default'],
    ...inGroups(variables.filter(isTuning)),
  ];
  return `${lines.join('\n')}\n`;
}

function inGroups(variables: readonly (readonly [string, Variable<unknown>])[]): string[] {
  const lines: string[] = [];
  let group = '';
  for (const [name, variable] of variables) {
    if (variable.group !== group) lines.push('', `## ${variable.group}`);
    group = variable.group;
    lines.push('', ...wrap(describe(variable)).map((line) => `# ${line}`));
    const value =
      variable.unset.is === 'default' && variable.unset.text !== '' ? variable.unset.text : variable.example;
    lines.push(`${variable.unset.is === 'required' ? '' : '# '}${name}=${value ?? ''}`);
  }
  return lines;
}

function describe({ description, unit, unset, secret }: Variable<unknown>): string {
  const notes = [
    unit === undefined ? '' : `Unit: ${unit}.`,
    unset.is === 'required' ? 'Required.' : unset.is === 'optional' ? 'Optional.' : '',
    secret ? 'Secret.' : '',
  ];
  return [description, ...notes.filter((note) => note !== '')].join(' ');
}

function wrap(paragraph: string, width = 110): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
