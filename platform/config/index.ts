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

/** The text of `.env.example`: every variable with what it is for; those that have a default are commented out. */
export function envExample(): string {
  const lines = [
    '# Every environment variable of Cascade. Lines that are commented out show the default, or an example where',
    '# there is none. Services refuse to start without the others.',
  ];
  let group = '';
  for (const [name, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    if (variable.group !== group) lines.push('', `## ${variable.group}`);
    group = variable.group;
    lines.push('', ...wrap(describe(variable)).map((line) => `# ${line}`));
    const value =
      variable.unset.is === 'default' && variable.unset.text !== '' ? variable.unset.text : variable.example;
    lines.push(`${variable.unset.is === 'required' ? '' : '# '}${name}=${value ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
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
