import { EVENT_NAMES } from '../../../core/events.ts';
import type { DeliveryStatus } from '../../../core/states.ts';
import type { Parameters } from '../api/list-path.ts';

/** The filter of the list of deliveries. It is kept in the address, so that a view can be saved and shared. */
export interface DeliveryFilter {
  readonly show: Show;
  readonly event: (typeof EVENT_NAMES)[number] | null;
  readonly subscription: number | null;
  readonly execution: number | null;
}

interface Shown {
  readonly label: string;
  readonly statuses: readonly DeliveryStatus[];
}

export const SHOWN = {
  all: { label: 'All', statuses: [] },
  over: { label: 'Given up or stopped', statuses: ['failed', 'dead'] },
  open: { label: 'Still tried', statuses: ['pending', 'retrying'] },
  retrying: { label: 'Failed so far', statuses: ['retrying'] },
  succeeded: { label: 'Delivered', statuses: ['succeeded'] },
} as const satisfies Readonly<Record<string, Shown>>;
export type Show = keyof typeof SHOWN;
export const SHOWS: readonly Show[] = ['all', 'over', 'open', 'retrying', 'succeeded'];

export const ALL_DELIVERIES: DeliveryFilter = { show: 'all', event: null, subscription: null, execution: null };

/** Parses an address, which may contain anything. */
export function deliveryFilterOf(search: Readonly<Record<string, unknown>>): DeliveryFilter {
  return {
    show: SHOWS.find((one) => one === search.show) ?? 'all',
    event: EVENT_NAMES.find((one) => one === search.event) ?? null,
    subscription: idOf(search.subscription),
    execution: idOf(search.execution),
  };
}

export function deliveryParameters({ show, event, subscription, execution }: DeliveryFilter): Parameters {
  return {
    'filter[status]': SHOWN[show].statuses,
    'filter[event]': event,
    'filter[subscription_id]': subscription,
    'filter[execution_id]': execution,
  };
}

export function idOf(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
