import type { NoticeInput } from '../notices/index.ts';
import type { AdvanceInput, RunContext } from './types.ts';

/*
 * How each input of a decision and of a letter is pinned. There is no other input: decisions get an AdvanceInput,
 * explanations the same RunContext and history, and letters a NoticeInput. A new member of these types does not compile
 * until it is listed here. A member pinned by the version does not compile until it is read from the version's row
 * (`PinnedCascade`).
 */

/**
 * - `version`: stored with the version of the workflow that the execution names.
 * - `acceptance`: stored with the execution when it was accepted.
 * - `run`: recorded by the run itself.
 * - `release`: part of the code or its data, such as products, reason codes, node kinds and the wording of letters.
 * - `now`: as it is at the time of use, for the reason given.
 */
export type PinnedBy = 'version' | 'acceptance' | 'run' | 'release' | { readonly now: string };

type Pins<Input> = { readonly [Member in keyof Required<Input>]: PinnedBy };

const DAY = { now: 'A letter carries the day on which it is sent.' };
const REACHABLE = { now: 'Whoever gets the letter has to reach these today.' };

const PINS = {
  advance: {
    definition: 'version',
    state: 'run',
    /** Its members are pinned one by one below. */
    run: 'acceptance',
    outputs: 'run',
    history: 'run',
    sizes: 'run',
    facts: 'run',
    now: { now: 'Time passes for waits and time limits.' },
    slice: 'release',
  },
  run: {
    execution: 'acceptance',
    workflow: 'version',
    payload: 'acceptance',
    sandbox: 'release',
    reusedReports: 'acceptance',
    noticeClock: 'acceptance',
    /** The account's dictionary. The cascade's own declarations are part of its definition. */
    dictionary: 'acceptance',
    onNotComparable: 'acceptance',
  },
  letter: {
    /** The interpreter's request. */
    request: 'run',
    account: REACHABLE,
    agencies: REACHABLE,
    federalAgency: REACHABLE,
    mode: 'acceptance',
    date: DAY,
    reference: 'run',
    addressee: 'acceptance',
    delivery: { now: 'A consent to e-mail may have been taken back.' },
    decideAfter: DAY,
    firstLetter: 'run',
    statementWords: 'release',
    hidesThresholds: 'acceptance',
    corrections: 'acceptance',
    dictionary: 'acceptance',
    products: 'version',
  },
} as const satisfies {
  readonly advance: Pins<AdvanceInput>;
  readonly run: Pins<RunContext>;
  readonly letter: Pins<NoticeInput>;
};

type By<Table, Pin extends PinnedBy> = {
  [Member in keyof Table]: Table[Member] extends Pin ? Member : never;
}[keyof Table];

/** Everything that a version pins, and nothing else: an advance reads it from the version's row. */
export type PinnedByVersion = Pick<AdvanceInput, By<typeof PINS.advance, 'version'>> &
  Pick<RunContext, By<typeof PINS.run, 'version'>>;
