import { QUEUE_PATTERN } from '../../../core/cascade/review.ts';

export interface Worked {
  readonly queues: readonly string[];
}

/** As one types them, with commas or spaces. */
export function queuesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
}

export function wrongQueues(queues: readonly string[]): readonly string[] {
  const pattern = new RegExp(QUEUE_PATTERN);
  return queues.filter((name) => !pattern.test(name));
}

/** All queues that somebody works or in which a review waits, by name. */
export function knownQueues(people: readonly Worked[], waiting: readonly { readonly queue: string }[]): string[] {
  return [...new Set([...people.flatMap(({ queues }) => queues), ...waiting.map(({ queue }) => queue)])].toSorted();
}

/** Queues in which reviews wait and which nobody works: whoever works any queue is never given them. */
export function abandoned<Q extends { readonly queue: string }>(people: readonly Worked[], waiting: readonly Q[]): Q[] {
  return waiting.filter(({ queue }) => !people.some(({ queues }) => queues.includes(queue)));
}
