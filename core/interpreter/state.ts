import type { CascadeDefinition } from '../definition/types.ts';
import type { RunState } from './types.ts';

/** A run that has not begun: one token is about to enter the ApplicantSource. */
export function initialState(definition: CascadeDefinition): RunState {
  const entry = definition.find((node) => node.type === 'ApplicantSource');
  return {
    version: 1,
    arrivals: entry === undefined ? [] : [entry.id],
    tokens: [],
    visits: {},
    failed: [],
    stopped: [],
    decided: null,
    outcome: null,
    firstError: null,
  };
}

/** Nodes whose join is held at the moment, for the execution's detail. */
export function heldNodes(state: RunState): string[] {
  return state.tokens.filter((token) => token.phase === 'held').map((token) => token.at);
}
