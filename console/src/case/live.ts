import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { caseEventsQuery } from '../api/queries.ts';
import type { ReviewCase } from '../api/records.ts';
import { keyOfEvent, newsOf, type CaseEvent } from './happened.ts';

/** The maximum number of events in a case: the newest ones. */
const MOST_EVENTS = 100;

/**
 * Keeps an open case up to date. On each message of the stream the page fetches the number of events of the case. It
 * reads the case again only if that number changed, because each read costs the service a forecast.
 */
export function useLiveCase(executionId: number, found: ReviewCase | undefined): void {
  const client = useQueryClient();
  const { data: count } = useQuery({ ...caseEventsQuery(executionId), enabled: found !== undefined });
  const before = useRef<number | undefined>(undefined);
  const known = found?.history.length;
  useEffect(() => {
    if (count === undefined || known === undefined) return;
    const isNews = known < MOST_EVENTS ? count > known : before.current !== undefined && count !== before.current;
    before.current = count;
    if (isNews) void client.invalidateQueries({ queryKey: ['case', executionId] });
  }, [client, executionId, count, known]);
}

/** Actions of other people since the page was opened, and since one's own last action. */
export function useNews(events: readonly CaseEvent[], ownUserId: number): readonly CaseEvent[] {
  const [old] = useState(() => new Set(events.map(keyOfEvent)));
  return newsOf(events, old, ownUserId);
}
