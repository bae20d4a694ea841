import type { CascadeDefinition } from '../cascade/registry.ts';
import { holds } from '../cascade/operators/index.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Json } from '../json.ts';
import { applicantOf, domainsOf, keyOf, payloadListOf, type Applicant, type Domain } from '../readback/domains.ts';
import { comparisonsOf } from '../readback/examples.ts';
import type { Comparison } from '../readback/logic.ts';
import { Subjects, type Subject } from '../readback/subject.ts';
import type { Work } from '../work.ts';

/*
 * A made-up applicant in place of one who was decided: on the same side of every limit of the cascade, and nothing else of
 * them. Each value is one at or beside a limit, which the cascade itself names; names and addresses are those of all made-up
 * applicants. Lists of reports are left to test mode, and lists of a payload are empty.
 */

export interface Alike {
  readonly applicant: Applicant;
  /** Fields that decide and that no made-up applicant can be given, as the rules call them. */
  readonly leftOut: readonly string[];
}

/** `actual`: the value that was decided on; null if there was none. Throws TooMuchWork. */
export function alikeApplicant(
  definition: CascadeDefinition,
  actual: (subject: Subject) => Json,
  dictionary: Dictionary | undefined,
  work: Work,
): Alike {
  const comparisons = comparisonsOf(definition, new Subjects(definition, dictionary));
  const { domains, others } = domainsOf(comparisons);
  const byKey = Map.groupBy(comparisons, ({ subject }) => keyOf(subject));
  const choice = new Map(
    domains.map((domain) => [domain.key, sideOf(domain, actual(domain.subject), byKey.get(domain.key) ?? [], work)]),
  );
  const emptyLists = [...new Set(others.flatMap((subject) => payloadListOf(subject) ?? []))];
  return { applicant: applicantOf(domains, choice, emptyLists), leftOut: others.map(({ phrase }) => phrase) };
}

/** Another value of which each comparison holds as of this one, if there is one; null if there is none. */
function sideOf({ values }: Domain, actual: Json, comparisons: readonly Comparison[], work: Work): Json {
  const sides = (value: Json): string =>
    JSON.stringify([
      value === null,
      ...comparisons.map(({ operator, value: limit, other }) =>
        other === null ? holds(operator, value, limit, work) : null,
      ),
    ]);
  const wanted = sides(actual);
  const alike = values.filter((value) => sides(value) === wanted);
  return alike.find((value) => value !== actual) ?? alike[0] ?? null;
}
