import type { NoticeInput } from '../notices/index.ts';
import type { AdvanceInput, RunContext } from './types.ts';

/*
 * By what each input of a decision and of a letter is pinned. There is no other input: what decides gets an AdvanceInput,
 * an explanation gets its RunContext and its history again, and what words a letter gets a NoticeInput. A member that is
 * added to one of these types does not compile until it stands here, and what is pinned by the version does not compile
 * until it is read from the version's row (`PinnedCascade`).
 */

/**
 * - `version`: kept with the version of the workflow that the execution names.
 * - `acceptance`: kept with the execution since it was accepted.
 * - `run`: recorded by the run itself.
 * - `release`: part of the code or of its data, such as products, reason codes, node kinds and the wording of letters.
 * - `now`: as it is when it is used, for the reason that is given.
 */
export type PinnedBy = 'version' | 'acceptance' | 'run' | 'release' | { readonly now: string };

type Pins<Input> = { readonly [Member in keyof Required<Input>]: PinnedBy };

const DAY = { now: 'A letter carries the day on which it is sent.' };
const REACHABLE = { now: 'Whoever gets the letter has to reach these today.' };

const PINS = {
  advance: {
    definition: 'version',
    state: 'run',
    /** By its own members. */
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
    /** That of the account; what the cascade declares stands in its definition. */
    dictionary: 'acceptance',
    onNotComparable: 'acceptance',
  },
  letter: {
    /** What the interpreter asked for. */
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

/** What an advance reads of the row of a version: all that is pinned by it, and nothing else. */
export type PinnedByVersion = Pick<AdvanceInput, By<typeof PINS.advance, 'version'>> &
  Pick<RunContext, By<typeof PINS.run, 'version'>>;
