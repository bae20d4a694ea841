import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { caseEventsQuery } from '../api/queries.ts';
import type { ReviewCase } from '../api/records.ts';
import { keyOfEvent, newsOf, type CaseEvent } from './happened.ts';

/** As many as a case has at most, the last ones. */
const MOST_EVENTS = 100;

/**
 * Keeps an open case up to date: with every word of the stream the page asks how many things have happened to the case, and
 * only if that is news it reads the case again, which costs the service a forecast.
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

/** What other people did since the page was opened, and since one last did something oneself. */
export function useNews(events: readonly CaseEvent[], ownUserId: number): readonly CaseEvent[] {
  const [old] = useState(() => new Set(events.map(keyOfEvent)));
  return newsOf(events, old, ownUserId);
}
