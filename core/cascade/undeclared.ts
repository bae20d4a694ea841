import { isDeclared, placeOf, type Dictionary } from '../fields/dictionary.ts';
import { pathFault } from '../fields/path.ts';
import { didYouMean } from '../nearest.ts';
import { within, Work } from '../work.ts';
import { quote } from './checks.ts';
import type { NodeBase } from './definition.ts';
import { fieldsReadByNodes, type NodeReading } from './fields-read.ts';
import { MAX_WARNINGS, type LintRule, type LintWarning } from './lint.ts';
import { runningNodes, tellsPeople, type LiveScope } from './tells-people.ts';

/*
 * Payload fields that a cascade reads but nobody declared. No letter prints anything about them, and in live mode
 * nobody sees their values. Source: semantics 20.11.
 */

export interface UndeclaredField {
  /** The first node that reads it. */
  readonly nodeId: string;
  /** In the form of declarations; empty for the whole payload. */
  readonly path: string;
  /** Or why the path cannot be declared. `kind`: declared without a kind. */
  readonly lacks: 'declaration' | 'kind' | { readonly fault: string };
}

/** Cost of looking up each prefix of a path. */
const UNITS_OF_PATH = 8;

/** The fields that nodes read and nobody declared, without duplicates. Throws TooMuchWork. */
function undeclaredIn(
  readings: readonly NodeReading[],
  dictionary: Dictionary,
  work: Work,
): readonly UndeclaredField[] {
  const found = new Map<string, UndeclaredField>();
  for (const { nodeId, fields } of readings) {
    for (const field of fields) {
      work.spend(1);
      work.spendOnText(field.length * UNITS_OF_PATH);
      if (isDeclared(dictionary, field)) continue;
      const { path } = placeOf(dictionary, field);
      if (!found.has(path)) found.set(path, { nodeId, path, lacks: lackingOf(dictionary, path) });
    }
  }
  return [...found.values()];
}

function lackingOf(dictionary: Dictionary, path: string): UndeclaredField['lacks'] {
  if (dictionary.at(path) !== undefined) return 'kind';
  const fault = pathFault(path, { typeOf: (outer) => dictionary.at(outer)?.type });
  return fault === null ? 'declaration' : { fault };
}

/**
 * The undeclared fields that keep a cascade from going live. Empty unless a letter or a reviewer could be shown one.
 * Throws TooMuchWork.
 */
export function undeclaredForLive(
  definition: readonly NodeBase[],
  dictionary: Dictionary,
  scope: LiveScope,
): readonly UndeclaredField[] {
  if (!tellsPeople(definition, scope)) return [];
  const running = runningNodes(definition);
  const readings = fieldsReadByNodes(definition).filter(({ nodeId }) => running.has(nodeId));
  return undeclaredIn(readings, dictionary, scope.work);
}

const WHERE = '`PUT /fields/{field}`, or `config.fields` of the ApplicantSource';

/** Says what is missing, and how to declare it. */
export function describeUndeclared({ path, lacks }: UndeclaredField): string {
  if (path === '') return 'names of the fields that it reads: `context` is the whole payload';
  if (lacks === 'declaration') return `a declaration of ${quote(path)} (${WHERE})`;
  if (lacks === 'kind') return `the \`kind\` of ${quote(path)}, which is declared without one (${WHERE})`;
  return `another path than ${quote(path)}, which cannot be declared: it ${lacks.fault}`;
}

/** Units for finding the nearest names. Once they are used up, warnings suggest none. */
const WORK_OF_HINTS = 30_000;
const UNITS_OF_NAME = 8;

/** Warns of undeclared fields. The nearest declared path is only a suggestion. */
export function warnOfUndeclaredFields(dictionary: Dictionary): LintRule {
  return (definition, _registry, _graph, work) => {
    const hints = new Work(WORK_OF_HINTS, work);
    const hintOf = ({ path, lacks }: UndeclaredField): string | undefined =>
      within(hints, hints.left, (part) => {
        part.spend(dictionary.specs.size * UNITS_OF_NAME);
        return lacks === 'declaration' ? didYouMean(path, dictionary.specs.keys()) : '';
      });
    const found = undeclaredIn(fieldsReadByNodes(definition), dictionary, work).slice(0, MAX_WARNINGS);
    return found.map((field): LintWarning => {
      const message = `The node lacks ${describeUndeclared(field)}${hintOf(field) || '.'}`;
      return { code: 'undeclared_field', node_id: field.nodeId, message };
    });
  };
}
