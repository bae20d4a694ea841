import type { Edge } from './contract.ts';

/** The targets of one edge key as edges, each target once. */
export function edgesOf(key: Edge['key'], targets: readonly string[] | undefined): Edge[] {
  return [...new Set(targets ?? [])].map((to) => ({ key, to }));
}

export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
