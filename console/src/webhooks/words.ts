import type { Delivery, Subscription } from '../api/records.ts';

/** The state of a webhook at a glance. */
export interface State {
  readonly text: string;
  /** Color of the tag. */
  readonly tone: 'pass' | 'fail' | 'unchecked';
}

export function subscriptionState({ active, health }: Pick<Subscription, 'active' | 'health'>): State {
  if (!active) return { text: 'Paused', tone: 'unchecked' };
  return health.status === 'failing' ? { text: 'Failing', tone: 'fail' } : { text: 'Active', tone: 'pass' };
}

const DELIVERY_STATES: Readonly<Record<Delivery['status'], State>> = {
  pending: { text: 'Waiting', tone: 'unchecked' },
  retrying: { text: 'Failed, is tried again', tone: 'unchecked' },
  succeeded: { text: 'Delivered', tone: 'pass' },
  failed: { text: 'Stopped', tone: 'fail' },
  dead: { text: 'Given up', tone: 'fail' },
};
export const deliveryState = ({ status }: Pick<Delivery, 'status'>): State => DELIVERY_STATES[status];

/** True if the delivery is not retried unless a user asks for it. */
export const isOver = ({ status }: Pick<Delivery, 'status'>): boolean => status === 'failed' || status === 'dead';

/** True if the delivery is still retried automatically. */
export const isOpen = ({ status }: Pick<Delivery, 'status'>): boolean => status === 'pending' || status === 'retrying';

/** The next thing that happens to the delivery. */
export function nextWords({
  status,
  attempts,
  last_error: error,
}: Pick<Delivery, 'status' | 'attempts' | 'last_error'>): string {
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  switch (status) {
    case 'pending':
      return 'It has not been tried yet.';
    case 'retrying':
      return `It failed ${attempts === 1 ? 'once' : `${attempts} times`}, and is tried again by itself.`;
    case 'succeeded':
      return `It was delivered after ${tries}.`;
    case 'failed':
      return `Nothing more is tried. ${error ?? 'The subscription was paused or deleted, or its URL is not allowed.'}`;
    case 'dead':
      return `Nothing more is tried by itself: ${tries} failed.`;
  }
}

/** The receiver's response as far as it is stored: a status, or the reason why there was none. */
export function answerWords(status: number | null, error: string | null): string {
  if (status === null) return error ?? 'no answer';
  return error === null || error.includes(String(status)) ? `HTTP ${status}` : `HTTP ${status}: ${error}`;
}

export function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** The query of a URL may contain a secret of the receiver: lists leave it out, and say so. */
export function shortUrl(url: string): string {
  return url.replace(/[?#].*$/s, (rest) => (rest.length > 1 ? `${rest.charAt(0)}…` : ''));
}

export function eventsText(filter: readonly string[]): string {
  return filter.length === 0 ? 'all of executions and adverse actions, but adverse_action.overdue' : filter.join(', ');
}
