import { ROLE_SCOPES, withImplied, type Role } from '../../../core/access.ts';
import { wayId } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { keepText, keptKey, readKept, type KeptText } from '../../../console/src/editor/kept.ts';
import { forgetDrafts } from '../../../console/src/drafts.ts';
import { actsOn, goingLive, savingOf, whyNotApproved, type Caller } from '../../../console/src/workflows/access.ts';
import { differenceOf } from '../../../console/src/workflows/difference.ts';
import { drawableOf } from '../../../console/src/workflows/drawable.ts';
import { workflowFilterOf, workflowParameters } from '../../../console/src/workflows/filter.ts';
import { workflowSearchOf } from '../../../console/src/workflows/search.ts';
import { describe, expect, test } from '../../support/jest.ts';

const BEFORE = [
  { id: 'start', type: 'ApplicantSource', next_step: ['a'] },
  { id: 'a', type: 'Wait', wait: { duration: 1, unit: 'hours' }, next_step: ['gone'] },
  { id: 'gone', type: 'Action', action_type: 'Approve' },
  { id: 'same', type: 'ShowResults', name: 'x' },
];
const AFTER = [
  { next_step: ['a'], type: 'ApplicantSource', id: 'start' },
  { id: 'a', type: 'Wait', wait: { duration: 2, unit: 'hours' }, next_step: ['new'] },
  { id: 'new', type: 'Action', action_type: 'Approve' },
  { id: 'same', type: 'ShowResults', name: 'x' },
];

describe('the difference of two definitions', () => {
  test('is exactly the nodes and members that differ, whatever the order of members', () => {
    const { changes, lit, nodes } = differenceOf(BEFORE, AFTER);
    expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
      ['a', 'changed'],
      ['new', 'added'],
      ['gone', 'removed'],
    ]);
    expect(changes[0]?.members).toEqual([
      { path: 'wait.duration', before: 1, after: 2 },
      { path: 'next_step', before: ['gone'], after: ['new'] },
    ]);
    expect(nodes.map(({ id }) => id)).toEqual(['start', 'a', 'new', 'same', 'gone']);
    expect(Object.fromEntries(lit.nodes)).toEqual({
      ...{ start: 'same', a: 'changed', new: 'added', same: 'same', gone: 'removed' },
    });
    expect(lit.ways.get(wayId('a', { key: 'next_step', to: 'new' }))).toBe('added');
    expect(lit.ways.get(wayId('a', { key: 'next_step', to: 'gone' }))).toBe('removed');
    expect(lit.ways.get(wayId('start', { key: 'next_step', to: 'a' }))).toBe('same');
  });

  test('is none of a definition and itself, and says if only the order of its nodes is another', () => {
    expect(differenceOf(BEFORE, BEFORE)).toMatchObject({ changes: [], isReordered: false });
    expect(differenceOf(BEFORE, BEFORE.toReversed())).toMatchObject({ changes: [], isReordered: true });
  });
});

test('whatever is half written is drawn as far as it goes', () => {
  expect(drawableOf('text')).toEqual([]);
  const nodes = drawableOf([
    ...[null, 1, [], {}, { id: 3 }, { id: '' }],
    { id: 'a', type: 7, name: '  ', next_step: ['b', 4, null], pass_steps: 'b', target_step: {} },
    { id: 'a', type: 'Wait' },
    { id: '__proto__', type: 'GoTo' },
    { id: 'b', type: 'Action', action_type: [] },
  ]);
  expect(nodes.map(({ id }) => id)).toEqual(['a', '__proto__', 'b']);
  expect(graphOf(nodes)[0]).toMatchObject({ name: 'a', ways: [{ key: 'next_step', to: 'b' }] });
});

const caller = (role: Role, fourEyes: boolean, more: Partial<Caller> = {}): Caller => ({
  user: { id: 1, address_confirmed_by: 'operator' },
  scopes: [...withImplied(ROLE_SCOPES[role], { fourEyes })],
  production_access: true,
  four_eyes: fourEyes,
  ...more,
});

describe('who may do what', () => {
  test.each([
    ['viewer', false, 'no', 'no', 'no'],
    ['reviewer', false, 'no', 'no', 'no'],
    ['author', false, 'put', 'draft', 'live'],
    ['publisher', false, 'put', 'no', 'no'],
    ['admin', false, 'put', 'draft', 'live'],
    ['author', true, 'ask', 'draft', 'ask'],
    ['publisher', true, 'ask', 'no', 'no'],
    ['admin', true, 'ask', 'draft', 'ask'],
  ] as const)(
    '%s, four eyes %s: going live %s, saving a draft %s, what is live %s',
    (role, eyes, live, draft, active) => {
      const who = caller(role, eyes);
      expect([goingLive(who), savingOf({ active: false }, who), savingOf({ active: true }, who)]).toEqual([
        live,
        draft,
        active,
      ]);
    },
  );

  test('nothing goes live without production access', () => {
    expect(goingLive(caller('admin', false, { production_access: false }))).toBe('no');
  });

  test('a request is approved by nobody who wrote any of it, and withdrawn by whoever asked', () => {
    const request = { requested_by_user_id: 1, written_by_user_ids: [1, 2], unconfirmed_user_ids: [] };
    expect(actsOn(request, caller('admin', true))).toEqual({ approve: false, refuse: false, withdraw: true });
    const other = { user: { id: 3, address_confirmed_by: 'operator' } };
    expect(actsOn(request, caller('publisher', true, other))).toEqual({ approve: true, refuse: true, withdraw: false });
    expect(actsOn(request, caller('publisher', true, { user: { ...other.user, id: 2 } })).approve).toBe(false);
    expect(actsOn(request, caller('viewer', true, other))).toEqual({ approve: false, refuse: false, withdraw: false });
  });

  test('a request is approved by nobody without a confirmed address, nor while a writer has none', () => {
    const request = { requested_by_user_id: 1, written_by_user_ids: [1], unconfirmed_user_ids: [] };
    const unknown = caller('publisher', true, { user: { id: 3, address_confirmed_by: null } });
    expect(actsOn(request, unknown)).toEqual({ approve: false, refuse: true, withdraw: false });
    expect(whyNotApproved(request, unknown.user)).toContain('You have no confirmed');
    const known = { id: 3, address_confirmed_by: 'identity_provider' };
    expect(whyNotApproved(request, known)).toBeNull();
    expect(whyNotApproved({ ...request, unconfirmed_user_ids: [1] }, known)).toContain('1');
  });
});

test('a text that was kept is whose it is, and gone when they sign out', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
  const text: KeptText = { text: '[', name: 'W', useCase: '', note: '', version: 3, etag: '"1"' };
  expect(keepText(store, keptKey(1, 7), text)).toBe(true);
  expect([readKept(store, keptKey(1, 7)), readKept(store, keptKey(2, 7)), readKept(store, keptKey(1, 8))]).toEqual([
    text,
    null,
    null,
  ]);
  store.setItem(keptKey(1, 8), '{"text": 1}');
  expect(readKept(store, keptKey(1, 8))).toBeNull();
  forgetDrafts(store, 1);
  expect(kept.size).toBe(0);
});

test('an address that anybody may have written shows what of it can be shown', () => {
  expect(workflowSearchOf({ version: '3', with: 2, request: 'x' })).toEqual({ version: 3, with: 2 });
  expect(workflowSearchOf({ version: -1, with: 1e99 })).toEqual({});
  expect(workflowSearchOf({ version: 3, with: 3 })).toEqual({ version: 3 });
  expect(workflowSearchOf({ request: 5, version: 2 })).toEqual({ request: 5 });
  expect(workflowFilterOf({ show: 'live', name: 12, use: {} })).toEqual({ show: 'live', name: '12', use: null });
  expect(workflowParameters({ show: 'drafts', name: 'T', use: null })).toEqual({
    ...{ 'filter[active]': false, 'filter[name]': 'T', 'filter[use_case]': null },
  });
});
