import { draftKey, EMPTY_DRAFT, forgetDrafts, keepDraft, readDraft } from '../../../console/src/drafts.ts';
import { expect, test } from '../../support/jest.ts';

/** The methods of the browser's Storage that are used. */
class Store {
  readonly #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
  removeItem(key: string): void {
    this.#values.delete(key);
  }
  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }
}

const DRAFT = {
  note: 'She called.',
  codes: ['credit_report.score'],
  texts: ['Two years at one employer'],
  variables: { 'offer.amount': '$4,000' },
};

test('what was typed is there again, for the same person and the same review alone', () => {
  const store = new Store();
  keepDraft(store, draftKey(9, 71), DRAFT);
  expect(readDraft(store, draftKey(9, 71))).toEqual(DRAFT);
  expect(readDraft(store, draftKey(9, 72))).toEqual(EMPTY_DRAFT);
  expect(readDraft(store, draftKey(8, 71))).toEqual(EMPTY_DRAFT);
});

test('an empty one leaves nothing behind', () => {
  const store = new Store();
  keepDraft(store, draftKey(9, 71), DRAFT);
  keepDraft(store, draftKey(9, 71), { note: '', codes: [], texts: [''], variables: { 'offer.amount': '' } });
  expect(store.length).toBe(0);
});

test('whoever signs out leaves none of theirs, and all of other people and of other things', () => {
  const store = new Store();
  store.setItem('theme', 'dark');
  for (const user of [9, 91]) for (const review of [71, 72]) keepDraft(store, draftKey(user, review), DRAFT);
  forgetDrafts(store, 9);
  expect([readDraft(store, draftKey(9, 71)), readDraft(store, draftKey(91, 71))]).toEqual([EMPTY_DRAFT, DRAFT]);
  forgetDrafts(store);
  expect([store.length, store.getItem('theme')]).toEqual([1, 'dark']);
});

test.each([
  '{',
  '[]',
  '{"note":1,"codes":[],"texts":[]}',
  '{"note":"","codes":[1],"texts":[]}',
  '{"note":"","codes":[],"texts":[],"variables":[1]}',
])('what is no draft is none: %s', (text) => {
  const store = new Store();
  store.setItem(draftKey(9, 71), text);
  expect(readDraft(store, draftKey(9, 71))).toEqual(EMPTY_DRAFT);
});

test('a store that is full or forbidden loses nothing but itself', () => {
  const broken = new Store();
  broken.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  broken.getItem = () => {
    throw new Error('SecurityError');
  };
  expect(() => keepDraft(broken, draftKey(9, 71), DRAFT)).not.toThrow();
  expect(readDraft(broken, draftKey(9, 71))).toEqual(EMPTY_DRAFT);
});
