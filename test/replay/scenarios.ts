import type { Advanced } from '../../services/executor/activities.ts';

/** Answers of the activities, step by step, while a history is recorded. */
export interface Scenario {
  readonly loop: 'execution' | 'batch';
  readonly name: string;
  readonly steps: readonly Step[];
  readonly effects?: Readonly<Record<number, EffectBehaviour>>;
  /** Pokes: after that many answers. */
  readonly pokeAfter?: number;
  /** Pokes while the first answer is being made. */
  readonly pokesWithin?: boolean;
  /** The server asks early for a new run. */
  readonly continuesAsNew?: boolean;
}

type Step = Omit<Advanced, 'wakeAt'> & {
  /** Milliseconds from now. */
  readonly wakeInMs: number | null;
  /** `advance` throws, locally, so that it is asked as an ordinary activity. */
  readonly failsLocally?: boolean;
};

interface EffectBehaviour {
  /** Its activity fails so often before it succeeds. */
  readonly failures?: number;
  /** Its activity fails once, and Temporal does not try it again. */
  readonly failsForGood?: boolean;
  /** How long it takes. */
  readonly takesMs?: number;
}

const DONE: Step = { effects: [], wakeInMs: null, done: true };
const PARKED: Step = { effects: [], wakeInMs: null, done: false };

/** Each way through the loops at least once. */
export const SCENARIOS: readonly Scenario[] = [
  { loop: 'execution', name: 'through-at-once', steps: [DONE] },
  { loop: 'execution', name: 'sleeps', steps: [{ effects: [], wakeInMs: 1_000, done: false }, DONE] },
  { loop: 'execution', name: 'parks-and-is-poked', steps: [PARKED, DONE], pokeAfter: 1 },
  {
    loop: 'execution',
    name: 'poked-while-asleep',
    steps: [{ effects: [], wakeInMs: 3_600_000, done: false }, DONE],
    pokeAfter: 1,
  },
  {
    loop: 'execution',
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
    loop: 'execution',
    name: 'effect-is-tried-again',
    steps: [{ effects: [{ id: 1, kind: 'live_pull' }], wakeInMs: null, done: false }, DONE],
    effects: { 1: { failures: 2 } },
  },
  {
    loop: 'execution',
    name: 'effect-fails-for-good',
    steps: [{ effects: [{ id: 1, kind: 'mail' }], wakeInMs: null, done: false }, DONE],
    effects: { 1: { failsForGood: true } },
  },
  {
    loop: 'execution',
    name: 'effect-is-delegated-and-poked',
    steps: [{ effects: [{ id: 1, kind: 'notice' }], wakeInMs: null, done: false }, PARKED, DONE],
    pokeAfter: 2,
  },
  {
    loop: 'execution',
    name: 'ends-while-an-effect-runs',
    steps: [
      { effects: [{ id: 1, kind: 'live_pull' }], wakeInMs: 1_000, done: false },
      // It is asked for again, as long as it runs.
      { effects: [{ id: 1, kind: 'live_pull' }], wakeInMs: 1_000, done: false },
      DONE,
    ],
    effects: { 1: { takesMs: 30_000 } },
  },
  { loop: 'execution', name: 'advance-fails-locally', steps: [{ ...DONE, failsLocally: true }] },
  {
    loop: 'execution',
    name: 'continues-as-new',
    steps: [
      { effects: [{ id: 1, kind: 'notification' }], wakeInMs: null, done: false },
      { effects: [], wakeInMs: 60_000, done: false },
      DONE,
    ],
    continuesAsNew: true,
  },
  { loop: 'batch', name: 'through-at-once', steps: [DONE] },
  { loop: 'batch', name: 'parks-and-is-poked', steps: [PARKED, DONE], pokeAfter: 1 },
  { loop: 'batch', name: 'poked-while-advancing', steps: [PARKED, DONE], pokesWithin: true },
  { loop: 'batch', name: 'looks-without-a-poke', steps: [PARKED, DONE] },
  { loop: 'batch', name: 'continues-as-new', steps: [PARKED, PARKED, DONE], pokeAfter: 1, continuesAsNew: true },
];

/** The name of its file in the folder of a release. */
export function fileOf({ loop, name }: Scenario): string {
  return `${loop}-${name}.json`;
}
