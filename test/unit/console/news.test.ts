import { newsOf, type CaseEvent } from '../../../console/src/case/happened.ts';
import { expect, test } from '../../support/jest.ts';

const ME = 1;
const event = (minute: number, by: number | null, type: CaseEvent['event_type'] = 'assigned'): CaseEvent => ({
  event_type: type,
  actor: by === null ? null : { id: by, name: `P${by}` },
  note: null,
  metadata: {},
  created_at: `2026-03-02T15:0${minute}:00.000Z`,
});
const old = new Set(['2026-03-02T15:01:00.000Z assigned 2']);

test('news is what other people did since the page was opened', () => {
  const events = [event(1, 2), event(2, 2), event(3, null, 'flagged'), event(4, 3, 'denied')];
  expect(newsOf(events, old, ME)).toEqual([event(2, 2), event(4, 3, 'denied')]);
});

test('whoever does something oneself has seen what came before', () => {
  expect(newsOf([event(1, 2), event(2, 2), event(3, ME), event(4, 2)], old, ME)).toEqual([event(4, 2)]);
  expect(newsOf([event(1, 2), event(2, 2), event(3, ME)], old, ME)).toEqual([]);
});
