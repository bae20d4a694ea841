import type { Advanced } from '../../services/executor/activities.ts';

/** What the activities answer, one step after the other, while a history is recorded. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Effects whose activity fails so often before it succeeds. */
  readonly failures?: Readonly<Record<number, number>>;
  /** Pokes: after that many answers of `advance`. */
  readonly pokeAfter?: number;
}

type Step = Omit<Advanced, 'wakeAt'> & {
  /** Milliseconds from now. */
  readonly wakeInMs: number | null;
  /** `advance` throws, locally, so that it is asked as an ordinary activity. */
  readonly failsLocally?: boolean;
};

const DONE: Step = { effects: [], wakeInMs: null, done: true };

/** Each way through the loop at least once. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'through-at-once', steps: [DONE] },
  { name: 'sleeps', steps: [{ effects: [], wakeInMs: 1_000, done: false }, DONE] },
  {
    name: 'parks-and-is-poked',
    steps: [{ effects: [], wakeInMs: null, done: false }, DONE],
    pokeAfter: 1,
  },
  {
    name: 'poked-while-asleep',
    steps: [{ effects: [], wakeInMs: 3_600_000, done: false }, DONE],
    pokeAfter: 1,
  },
  {
    name: 'every-kind-of-effect-side-by-side',
    steps: [
      {
        effects: [
          { id: 1, kind: 'live_pull' },
          { id: 2, kind: 'mail' },
          { id: 3, kind: 'notification' },
          { id: 4, kind: 'notice' },
        ],
        wakeInMs: 60_000,
        done: false,
      },
      // Ends of effects may come together: then time wakes it.
      { effects: [], wakeInMs: 3_000, done: false },
      { effects: [], wakeInMs: 3_000, done: false },
      { effects: [], wakeInMs: 3_000, done: false },
      DONE,
    ],
  },
  {
    name: 'effect-is-tried-again',
    steps: [{ effects: [{ id: 1, kind: 'live_pull' }], wakeInMs: null, done: false }, DONE],
    failures: { 1: 2 },
  },
  {
    name: 'effects-on-queues-of-their-own',
    steps: [
      {
        effects: [
          { id: 1, kind: 'live_pull' },
          { id: 2, kind: 'mail' },
          { id: 3, kind: 'notification' },
          { id: 4, kind: 'notice' },
        ],
        wakeInMs: 60_000,
        done: false,
      },
      { effects: [], wakeInMs: 3_000, done: false },
      { effects: [], wakeInMs: 3_000, done: false },
      { effects: [], wakeInMs: 3_000, done: false },
      DONE,
    ],
  },
  {
    name: 'effect-is-delegated-and-poked',
    steps: [
      { effects: [{ id: 1, kind: 'notice' }], wakeInMs: null, done: false },
      { effects: [], wakeInMs: null, done: false },
      DONE,
    ],
    pokeAfter: 2,
  },
  { name: 'advance-fails-locally', steps: [{ ...DONE, failsLocally: true }] },
];
