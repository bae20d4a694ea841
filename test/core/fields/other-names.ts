import fc from 'fast-check';
import { warnOfIdentifiers } from '../../../core/cascade/identifier-comparisons.ts';
import { hiddenFromReviewers } from '../../../core/cascade/hidden-from-reviewers.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { warnOfDeclaredTypes } from '../../../core/cascade/lint-declared.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { checkPayloadsOf } from '../../../core/cascade/payload-faults.ts';
import { reportsIn } from '../../../core/cascade/pulled-reports.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { describeUndeclared, undeclaredForLive, warnOfUndeclaredFields } from '../../../core/cascade/undeclared.ts';
import { unitFaults } from '../../../core/cascade/unit-faults.ts';
import { payloadTypesOf } from '../../../core/fields/payload-types.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { Masks } from '../../../core/masks/index.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { plenty } from '../../support/work.ts';
import { pageOf, played, type Play } from './plays.ts';
import { randomPlays } from './random-plays.ts';
import { Renamer } from './renamed.ts';

/*
 * Only a declaration says what a field is. Every name of the payload outside the standard dictionary is changed, in
 * payload, definition, dictionary and variables. All texts, views and decisions stay equal.
 */

const dictionaryFor = ({ fields, definition }: Play) =>
  dictionaryIn(fields ?? null, fieldsOfCascade(definition)).dictionary;

/** Each is played once, whatever is asked of it. */
const plays = new WeakMap<Play, ReturnType<typeof played>>();
function playOf(of: Play) {
  const known = plays.get(of) ?? played(of);
  plays.set(of, known);
  return known;
}

const told = (of: Play): string => JSON.stringify(playOf(of));
export const printed = (of: Play): string => JSON.stringify(playOf(of).letters.map(pageOf));

function warned(of: Play): string {
  const dictionary = dictionaryFor(of);
  const found = lintDefinition(of.definition, plenty(), [
    warnOfDeclaredTypes(dictionary),
    warnOfIdentifiers([dictionary]),
    ...noticeRules(of.useCase ?? null, dictionary),
    warnOfUndeclaredFields(dictionary),
  ]);
  const scope = () => ({ onNotComparable: 'fail' as const, work: plenty() });
  const faults: string[] = [];
  payloadTypesOf(dictionary.specs)(of.payload, '', (path, message) => faults.push(`${path} ${message}`));
  const compared = checkPayloadsOf(of.definition).faultsOf(of.payload, plenty());
  const live = undeclaredForLive(of.definition, dictionary, scope()).map(describeUndeclared);
  const hidden = hiddenFromReviewers(of.definition, dictionary, scope());
  const units = unitFaults(of.definition, dictionary, plenty());
  // Those are about the nearest name; and a warning is acknowledged by a digest of the conditions.
  const others = found.filter(({ code }) => code !== 'unknown_variable');
  return JSON.stringify([others, live, hidden, units, faults, compared])
    .replaceAll(/\b[0-9a-f]{16}\b/g, '')
    .replaceAll(/; did you mean [^?]*\?/g, '.');
}

function masked(of: Play): string {
  const reports = reportsIn(of.definition, NODES);
  const { steps } = playOf(of);
  const outputs = Object.fromEntries(steps.map(({ nodeId, output }) => [nodeId, output]));
  return JSON.stringify(
    (['hidden', 'shown', 'without_numbers'] as const).map((undeclared) => {
      const masks = new Masks(
        { dictionaries: [dictionaryFor(of)], undeclared, reports },
        { payload: of.payload, outputs },
      );
      return [masks.payload(of.payload), undeclared === 'hidden' ? masks.outputs(outputs) : null];
    }),
  );
}

const read = (of: Play) => JSON.stringify(readingOf(of.definition, plenty(), dictionaryFor(of)));

export const SAYS = { told, warned, masked, read };

/** The differences, with the words around them. */
export function differing(of: Play, says: Readonly<Record<string, (of: Play) => string>>, seed = 1) {
  const renamer = new Renamer(of, seed);
  const other = renamer.renamed as Play;
  return Object.entries(says).flatMap(([name, say]) => {
    const [one, two] = [say(of), renamer.back(say(other))];
    if (one === two) return [];
    const at = one.split('').findIndex((character, place) => character !== two[place]);
    return [[of.id, name, ...[one, two].map((text) => text.slice(Math.max(0, at - 200), at + 200))]];
  });
}

/** That so many random cascades are the same with other names. */
export function holdRandomPlays(howMany: number): void {
  fc.assert(
    fc.property(randomPlays, (of) => {
      const found = differing(of, SAYS);
      if (found.length > 0) throw new Error(JSON.stringify(found));
    }),
    { numRuns: howMany, includeErrorInReport: true },
  );
}
