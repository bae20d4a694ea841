import { QUEUE_PATTERN } from '../../../core/cascade/review.ts';

export interface Worked {
  readonly queues: readonly string[];
}

/** Queues from a typed list, separated by commas or spaces. */
export function queuesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
}

export function wrongQueues(queues: readonly string[]): readonly string[] {
  const pattern = new RegExp(QUEUE_PATTERN);
  return queues.filter((name) => !pattern.test(name));
}

/** All queues that a user works or that contain a review, by name. */
export function knownQueues(people: readonly Worked[], waiting: readonly { readonly queue: string }[]): string[] {
  return [...new Set([...people.flatMap(({ queues }) => queues), ...waiting.map(({ queue }) => queue)])].toSorted();
}

/** Queues with waiting reviews that nobody works: people who work any queue are never offered these. */
export function abandoned<Q extends { readonly queue: string }>(people: readonly Worked[], waiting: readonly Q[]): Q[] {
  return waiting.filter(({ queue }) => !people.some(({ queues }) => queues.includes(queue)));
}
