import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { readState } from '../../../core/interpreter/state.ts';
import type { EffectFact, EffectIntent, PastVisit, RoundFact, RunState } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { approve, credit, goTo, ifElse, mail, notice, results, source, wait, when } from './cascades.ts';
import { World } from './world.ts';

/**
 * Runs that stand somewhere in the middle, as a release stored them, and how that release brought them to their end. A
 * later release must read the state and come to the same end. One file for each version of the state, in `states`.
 */
export interface StoredRun {
  readonly name: string;
  readonly definition: CascadeDefinition;
  readonly state: RunState;
  readonly now: number;
  readonly outputs: readonly (readonly [string, Json])[];
  readonly history: readonly (readonly [string, PastVisit])[];
  readonly openEffects: readonly (readonly [string, EffectIntent])[];
  readonly openRounds: readonly string[];
  readonly effectFacts: readonly (readonly [string, EffectFact])[];
  readonly roundFacts: readonly (readonly [string, RoundFact])[];
  readonly end: End;
}

export interface End {
  readonly status: string | undefined;
  readonly outcome: string | null | undefined;
  readonly userApproved: boolean | null | undefined;
  /** Nodes in the order of their visits, from where the run stood. */
  readonly path: readonly string[];
}

const PAYLOAD: JsonObject = { applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' } };
/** The members that each kind of effect needs in its result. */
const RESULT: JsonObject = { message_id: 'x', accepted_at: '2026-01-05T12:00:00Z', artifact_id: 7 };
const REVIEWED = { review: when('execution.id', 'equals', 1) };

interface Story {
  readonly name: string;
  readonly definition: CascadeDefinition;
  /** Takes the run to where it is stored. */
  readonly until: (world: World) => void;
}

/** Each phase of a token and each member of a state at least once. */
export const STORIES: readonly Story[] = [
  { name: 'about to begin', definition: [source('a'), approve('a')], until: () => undefined },
  {
    name: 'an effect is asked for',
    definition: [source('score', 'hello'), credit('score', 'yes'), approve('yes'), mail('hello')],
    until: (world) => void world.advance(),
  },
  {
    name: 'asleep',
    definition: [source('nap'), wait('nap', 3_600, 'yes'), approve('yes')],
    until: (world) => void world.advance(),
  },
  {
    name: 'under review, with a join held behind it',
    definition: [
      source('a', 'if'),
      approve('a', 'join'),
      ifElse('if', { ...REVIEWED, reviewed: ['join'], otherwise: ['no'] }),
      results('join'),
      results('no'),
    ],
    until: (world) => void world.advance(),
  },
  {
    name: 'the draft of a notice waits for a reviewer',
    definition: [source('letter'), notice('letter', 'draft_first')],
    until: (world) => {
      world.advance();
      world.finish('letter', RESULT);
    },
  },
  {
    name: 'decided, and asleep after it',
    definition: [
      source('if'),
      ifElse('if', { ...REVIEWED, reviewed: ['nap'] }),
      wait('nap', 60, 'end'),
      results('end'),
    ],
    until: (world) => {
      world.advance();
      world.decide('if', 'approved');
    },
  },
  {
    name: 'one way failed, another goes on',
    definition: [source('hello', 'nap'), mail('hello', 'join'), wait('nap', 60, 'join'), results('join')],
    until: (world) => {
      world.advance();
      world.fail('hello');
    },
  },
  {
    name: 'stopped before a node that had failed',
    definition: [
      source('hello', 'nap', 'long'),
      mail('hello'),
      wait('nap', 60, 'back'),
      goTo('back', 'hello'),
      wait('long', 3_600, 'end'),
      results('end'),
    ],
    until: (world) => {
      world.advance();
      world.fail('hello');
      world.wake();
    },
  },
  {
    name: 'failed, and tried again',
    definition: [source('hello', 'yes'), mail('hello', 'join'), approve('yes', 'join'), results('join')],
    until: (world) => {
      world.advance();
      world.fail('hello');
      const { failed, stopped } = world.state;
      world.state = { ...world.state, arrivals: [...failed, ...stopped], failed: [], stopped: [], firstError: null };
    },
  },
  {
    name: 'a second token waits for a busy node',
    definition: [
      source('w1', 'w2', 'm'),
      wait('w1', 1, 'g1'),
      goTo('g1', 'm'),
      wait('w2', 2, 'g2'),
      goTo('g2', 'm'),
      mail('m'),
    ],
    until: (world) => {
      world.advance();
      world.wake();
      world.wake();
    },
  },
];

export function store({ name, definition, until }: Story): StoredRun {
  const world = new World(definition, { payload: PAYLOAD });
  until(world);
  const stands = structuredClone({
    name,
    definition,
    state: world.state,
    now: world.now,
    outputs: [...world.outputs],
    history: [...world.history],
    openEffects: [...world.openEffects],
    openRounds: [...world.openRounds],
    effectFacts: [...world.effectFacts],
    roundFacts: [...world.roundFacts],
  });
  return { ...stands, end: goOn(world) };
}

/** The run in today's world. */
export function restore(stored: StoredRun): World {
  const world = new World(stored.definition, { payload: PAYLOAD });
  world.state = readState(stored.state);
  world.now = stored.now;
  for (const [key, output] of stored.outputs) world.outputs.set(key, output);
  for (const [key, visit] of stored.history) world.history.set(key, visit);
  for (const [key, effect] of stored.openEffects) world.openEffects.set(key, effect);
  for (const key of stored.openRounds) world.openRounds.add(key);
  for (const [key, fact] of stored.effectFacts) world.effectFacts.set(key, fact);
  for (const [key, fact] of stored.roundFacts) world.roundFacts.set(key, fact);
  return world;
}

/** Runs to the end: effects succeed, reviewers approve, time passes. */
export function goOn(world: World): End {
  const before = world.path.length;
  for (let turns = 0; turns < 20; turns += 1) {
    const { status, wakeAt } = world.advance();
    if (status === 'completed' || status === 'failed') break;
    for (const key of world.openEffects.keys()) {
      world.settle(key, { status: 'done', result: RESULT, at: world.now });
    }
    for (const key of world.openRounds) world.settleRound(key, 'approved');
    if (wakeAt !== null) world.now = wakeAt;
  }
  const { status, outcome, userApproved } = world.last ?? {};
  return { status, outcome, userApproved, path: world.path.slice(before) };
}
