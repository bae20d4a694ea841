import type { NodeBase } from '../cascade/definition.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import { NODES } from '../cascade/registry.ts';
import type { RunState, StoredRunState } from './types.ts';

/** A run that has not begun: one token is about to enter the entry node. */
export function initialState(definition: readonly NodeBase[], registry: NodeRegistry = NODES): RunState {
  const entry = registry.entryOf(definition);
  return {
    version: 2,
    arrivals: entry === undefined ? [] : [entry.id],
    tokens: [],
    causes: {},
    visits: {},
    failed: [],
    stopped: [],
    decided: null,
    decidedBy: null,
    outcome: null,
    firstError: null,
  };
}

type Versioned = { readonly version: number };
/** By the version that each one reads; it returns the next version. */
export type Upcasters = Readonly<Record<number, (stored: Versioned) => Versioned>>;

const CURRENT_VERSION: RunState['version'] = 2;
const UPCASTERS: Upcasters = {
  // Runs of version 1 remember no causes: what led to their notices is not known.
  1: (stored) => ({ ...stored, version: 2, causes: {}, decidedBy: null }),
};

/** A later release wrote the state. Says nothing about the run: whoever runs that release can advance it. */
export class LaterStateError extends Error {
  override readonly name = 'LaterStateError';
}

/** A stored state in today's shape. Throws for a version that this release does not know: a LaterStateError if it is later. */
export function upcastState(stored: StoredRunState): RunState {
  // The same shape, with more in it.
  if (stored.version === 3) return stored;
  // An upcaster returns exactly the next version, and each version has one type.
  return upcast(stored, CURRENT_VERSION, UPCASTERS) as RunState;
}

/** Applies one upcaster after another. Throws if one is missing. */
export function upcast(stored: Versioned, current: number, upcasters: Upcasters): Versioned {
  let state = stored;
  while (state.version !== current) {
    const unreadable = `a run's state of version ${String(state.version)} cannot be read; this release reads up to ${current}`;
    if (state.version > current) throw new LaterStateError(unreadable);
    const next = upcasters[state.version]?.(state);
    if (next === undefined || next.version !== state.version + 1) throw new Error(unreadable);
    state = next;
  }
  return state;
}
