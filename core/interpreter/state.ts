import type { NodeBase } from '../cascade/definition.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import { NODES } from '../cascade/registry.ts';
import type { RunState } from './types.ts';

const CURRENT_VERSION: RunState['version'] = 1;

/** The state of a run that has not begun: one token is about to enter the entry node. */
export function initialState(definition: readonly NodeBase[], registry: NodeRegistry = NODES): RunState {
  const entry = registry.entryOf(definition);
  return {
    version: CURRENT_VERSION,
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
    work: 0,
  };
}

/** Thrown for a state that a later release wrote. The run is fine: that release can advance it. */
export class LaterStateError extends Error {
  override readonly name = 'LaterStateError';
}

/** Returns a stored state. Throws for a version that this release does not know; a LaterStateError if it is later. */
export function readState(stored: RunState): RunState {
  const version: number = stored.version;
  if (version === CURRENT_VERSION) return stored;
  const unreadable = `a run's state of version ${version} cannot be read; this release reads ${CURRENT_VERSION}`;
  throw version > CURRENT_VERSION ? new LaterStateError(unreadable) : new Error(unreadable);
}
