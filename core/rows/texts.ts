import type { CascadeDefinition } from '../cascade/registry.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Json } from '../json.ts';
import { decides, domainsOf, type Choice, type Domain } from '../readback/domains.ts';
import { comparisonsIn, logicOf, not, type Logic } from '../readback/logic.ts';
import { Subjects } from '../readback/subject.ts';
import { within, type Work } from '../work.ts';
import type { RowGroup, RowThen } from './row.ts';
import { isSameConditions } from './conditions.ts';
import type { ReadWhen } from './sentence.ts';

/*
 * Compares a row's sentence with its conditions. A sentence says what the conditions do, or is a name that is no rule.
 * If it said something else, readers would take it for what runs.
 */

/** A row's decision, with its conditions. */
export interface Said {
  readonly decision: RowThen['decision'];
  readonly logic: 'and' | 'or';
  readonly groups: readonly RowGroup[];
  readonly isRequirement: boolean;
}

/** `unread`: the text is no rule of the language, or there is too much to compare. */
export type Verdict = 'same' | 'other' | 'unread';

export class Texts {
  readonly #read: ReadWhen;
  readonly #subjects: Subjects;
  readonly #work: Work;

  constructor(
    definition: CascadeDefinition,
    { read, work, dictionary }: { readonly read: ReadWhen; readonly work: Work; readonly dictionary?: Dictionary },
  ) {
    this.#read = read;
    this.#work = work;
    this.#subjects = new Subjects(definition, dictionary);
  }

  /** Compares a text with the row; a text without a decision is a condition. */
  ofRow(text: string, row: Said): Verdict {
    const whole = this.#read(text, null);
    if (!whole.ok && (whole.everyone !== undefined || whole.isOther === true)) return 'other';
    const found = whole.ok ? whole : this.#read(text, row.decision);
    if (!found.ok) return found.isOther === true ? 'other' : 'unread';
    if (whole.ok && found.decision !== row.decision) return 'other';
    if (found.isRequirement === row.isRequirement && isSameConditions(found, { when: whenOf(row) })) return 'same';
    return this.#compared(this.#logic(found), this.#logic(row));
  }

  ofEveryoneElse(text: string, decision: RowThen['decision']): Verdict {
    const found = this.#read(text, null);
    if (found.ok) return 'other';
    if (found.everyone === undefined) return found.isOther === true ? 'other' : 'unread';
    return found.everyone === decision ? 'same' : 'other';
  }

  #logic({ logic, groups, isRequirement }: Omit<Said, 'decision'>): Logic {
    const asked = logicOf({ group_logic: logic, condition_groups: [...groups] }, this.#subjects);
    return isRequirement ? not(asked) : asked;
  }

  /** Compares everybody whom their values distinguish. */
  #compared(one: Logic, other: Logic): Verdict {
    const { domains, others } = domainsOf([...comparisonsIn(one), ...comparisonsIn(other)]);
    const number = domains.reduce((product, { values }) => product * values.length, 1);
    if (others.length > 0 || number > MOST_COMPARED) return 'unread';
    const verdict = within(this.#work, this.#work.left, (part): Verdict => {
      for (let index = 0; index < number; index += 1) {
        const choice = choiceAt(domains, index);
        part.spend(domains.length);
        if (decides(one, choice, part) !== decides(other, choice, part)) return 'other';
      }
      return 'same';
    });
    return verdict ?? 'unread';
  }
}

const MOST_COMPARED = 2_000;

const whenOf = ({ logic, groups }: Said) => ({ group_logic: logic, condition_groups: groups, read_as: '' });

function choiceAt(domains: readonly Domain[], index: number): Choice {
  let left = index;
  return new Map(
    domains.map(({ key, values }) => {
      const value: Json = values[left % values.length] ?? null;
      left = Math.floor(left / values.length);
      return [key, value] as const;
    }),
  );
}

/**
 * True if the row's old name may now be wrong. A name is kept only if nothing but figures changed, and it contains none
 * of these.
 */
export function isOutdatedName(text: string, before: Said, now: Said): boolean {
  if (before.decision !== now.decision || before.isRequirement !== now.isRequirement) return true;
  if (JSON.stringify(withoutFigures(before)) !== JSON.stringify(withoutFigures(now))) return true;
  const [old, left] = [before, now].map((said) => new Set(JSON.stringify(said.groups).match(FIGURES)?.map(Number)));
  const named = new Set((text.match(FIGURES) ?? []).map((each) => Number(each.replaceAll(',', ''))));
  return [...(old ?? [])].some((each) => left?.has(each) === false && [each, each * 100].some((n) => named.has(n)));
}

const FIGURES = /\d[\d,]*(?:\.\d+)?/g;

const withoutFigures = ({ logic, groups }: Said): unknown => [
  groups.length < 2 ? null : logic,
  groups.map(({ conditions, ...joined }) => [
    joined,
    conditions.map((condition) => ({
      ...condition,
      ...(typeof condition.value === 'number' ? { value: 0 } : {}),
    })),
  ]),
];
