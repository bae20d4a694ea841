import {
  actName,
  applicantName,
  approvalWords,
  decidedWords,
  factsOf,
  goesToWords,
  historyWords,
  isMasked,
  letterWords,
  reviewWords,
  strayWords,
  unreadWords,
  whatHappens,
  whyNotYet,
  type Consequence,
  type GoesTo,
  type OpenReview,
} from '../../../console/src/case/words.ts';
import { describe, expect, test } from '../../support/jest.ts';

const ahead = (more: Partial<Consequence>): Consequence => ({
  next_nodes: ['decline'],
  runs: ['decline'],
  stops_at: ['decline'],
  sends_draft: false,
  reachable_nodes: [{ id: 'decline', type: 'Action', name: 'Decline with a letter' }],
  letters: [],
  ...more,
});

describe('what a decision does', () => {
  test.each<[string, Partial<Consequence>, string[]]>([
    ['stops again', {}, ['Stops again at: Decline with a letter.']],
    [
      'goes on to the end',
      { stops_at: [], runs: ['decline', 'results'] },
      ['Next: Decline with a letter, then results.'],
    ],
    ['is the end', { next_nodes: [], runs: [], stops_at: [] }, ['The execution ends here.']],
    [
      'is the end of one that has not begun',
      { next_nodes: [], runs: null, stops_at: null },
      ['The execution ends here.'],
    ],
    [
      'has somebody read or post the last letter',
      { next_nodes: [], runs: [] },
      ['Stops again at: Decline with a letter.'],
    ],
    ['has not begun', { runs: null, stops_at: null }, ['Next: Decline with a letter.']],
    [
      'sends the draft',
      { sends_draft: true, next_nodes: [], runs: [], stops_at: [] },
      ['The drafted letter is sent.', 'The execution ends here.'],
    ],
  ])('in words, if it %s', (_what, more, sentences) => {
    expect(whatHappens(ahead(more))).toEqual(sentences);
  });
});

describe('a letter on the way', () => {
  const letter = {
    node_id: 'decline',
    action_taken: 'denied',
    send_strategy: 'auto_send',
    would_be_issued: true,
    reasons: [],
    rests_on_denial: false,
    missing: [],
    recipient: null,
    needs: null,
  };
  test.each([
    [{}, 'is sent at once'],
    [{ recipient: 'ada@example.com' }, 'is sent to ada@example.com at once'],
    [{ recipient: 'ada@example.com', send_strategy: 'draft_first' }, 'to ada@example.com is drafted'],
    [{ send_strategy: 'draft_first' }, 'a person sends or discards it'],
    [{ needs: 'reasons' as const }, 'waits until a person gives its reasons'],
    [{ needs: 'variables' as const }, 'gives the values that it lacks'],
    [{ needs: 'name' as const }, 'gives the name of its addressee'],
    [{ needs: 'address' as const }, 'gives the address of its addressee'],
    [{ needs: 'post' as const }, 'goes by post'],
    [{ missing: ['a mail address'] }, 'cannot be made: its step fails'],
    [{ missing: ['the copy of the report'], needs: 'post' as const }, 'cannot be made: its step fails'],
    [{ missing: ['a reason'], needs: 'reasons' as const }, 'waits until a person gives its reasons'],
    [{ would_be_issued: false }, 'would not be issued'],
    [{ would_be_issued: null }, 'may be issued'],
  ])('%p: %s', (more, words) => {
    expect(letterWords({ ...letter, ...more })).toContain(words);
  });
});

// Rules: 9.17.2
test.each([
  ['has none', [], null],
  ['is one that can be made', [{}], null],
  ['lacks what a person gives', [{ missing: ['a reason'], needs: 'reasons' as const }], null],
  ['is not issued on these reports', [{ missing: ['a mail address'], would_be_issued: false }], null],
  ['may not come', [{ missing: null, would_be_issued: null }], null],
  ['cannot be made', [{}, { missing: ['a mail address', 'the agency'] }], 'a mail address; the agency'],
  ['cannot be posted', [{ missing: ['the copy'], needs: 'post' as const }], 'the copy'],
])('a denial whose letter %s waits with its reason, or does not', (_what, letters, lacks) => {
  const of = { node_id: 'decline', action_taken: 'denied', send_strategy: 'auto_send', recipient: null };
  const whole = { ...of, would_be_issued: true, reasons: [], rests_on_denial: false, missing: [], needs: null };
  const why = whyNotYet(ahead({ letters: letters.map((more) => ({ ...whole, ...more })) }));
  expect(why).toBe(lacks === null ? null : `Its letter cannot be made. It lacks: ${lacks}.`);
  expect(whyNotYet(null)).toBeNull();
});

test('the buttons say what they do', () => {
  const names = (kind: 'decision' | 'notice', needs: OpenReview['needs'] = null) =>
    (['approved', 'denied'] as const).map((verdict) => actName({ kind, needs }, verdict));
  expect(names('decision')).toEqual(['Approve', 'Deny']);
  expect(names('notice')).toEqual(['Send the letter', 'Discard the letter']);
  expect(names('notice', 'variables')).toEqual(['Give the values', 'Discard the letter']);
  expect(names('notice', 'reasons')).toEqual(['Give the reasons', 'Discard the letter']);
  expect(names('notice', 'name')).toEqual(['Give the name', 'Discard the letter']);
  expect(names('notice', 'address')).toEqual(['Give the address', 'Discard the letter']);
  // Approving a letter that goes by post sends nothing: somebody posts it afterwards.
  expect(actName({ kind: 'notice', needs: null }, 'approved', { delivery: 'post' })).toBe('Approve the letter');
});

test('whoever approves first is told that nothing happens before the others have', () => {
  const of = (required: number, given: number) => approvalWords({ required, given, by_user_ids: [], given_at: [] });
  expect(of(2, 0)).toBe('Yours is approval 1 of 2: nothing happens before another person has approved, too. Then:');
  expect(of(3, 0)).toContain('2 other people have');
  expect([of(2, 1), of(1, 0), approvalWords(null)]).toEqual([null, null, null]);
});

describe('to whom a letter goes', () => {
  const to: GoesTo = {
    ...{ delivery: 'email', name: 'Ada Example', email: 'ada@example.com', address_lines: ['5 Elm Road', 'Portland'] },
    ...{ address_lacks: [], not_read: [] },
    ...{ kept_as_file: false, suppressed: false },
  };
  test.each<[Partial<GoesTo>, string]>([
    [{}, 'It goes by e-mail to Ada Example, ada@example.com.'],
    [{ name: 'ada@example.com' }, 'It goes by e-mail to ada@example.com.'],
    [
      { delivery: 'post', email: null },
      'It goes by post to Ada Example, 5 Elm Road, Portland: somebody prints and posts it.',
    ],
    [
      { delivery: 'post', email: null, address_lines: ['Portland'], address_lacks: ['a street line', 'a town'] },
      'It goes by post to Ada Example, Portland: somebody prints and posts it. The address cannot be posted to: it lacks ' +
        'a street line and a town.',
    ],
  ])('%p: %s', (more, words) => {
    expect(goesToWords({ ...to, ...more })).toBe(words);
  });

  test('comes with what was sent and is not on it', () => {
    expect(unreadWords(to)).toBeNull();
    expect(unreadWords({ ...to, not_read: ['applicant.address.gate', 'applicant.suffix'] })).toBe(
      'Not on the letter, although it was sent: applicant.address.gate, applicant.suffix.',
    );
  });

  test('comes with what keeps it from arriving', () => {
    expect(strayWords(to)).toBeNull();
    expect(strayWords({ ...to, kept_as_file: true })).toContain('reaches nobody');
    expect(strayWords({ ...to, kept_as_file: true, suppressed: true })).toContain('came back');
  });
});

test('what was sent is shown whole, flat, and with the name first', () => {
  const facts = factsOf({ ssn: '***-**-1002', jobs: [{ pay: 1500.5 }], last_name: 'Harlow', first_name: '<b>B</b>' });
  expect(facts.map(({ label, value }) => [label, value])).toEqual([
    ['First name', '<b>B</b>'],
    ['Last name', 'Harlow'],
    ['SSN', '***-**-1002'],
    ['Jobs – 0 – Pay', '1,500.5'],
  ]);
});

test('an address is one value, in the order of a letter, unless it is of another form', () => {
  const facts = (value: unknown) => factsOf(value).map(({ label, value: text }) => [label, text]);
  const address = { city: 'Austin', line1: '102 Harbor Street', state: 'TX', postal_code: '78701' };
  expect(facts({ address })).toEqual([['Address', '102 Harbor Street, Austin, TX 78701']]);
  expect(facts({ address: { ...address, gate: 7 } })).toHaveLength(5);
});

test.each([
  [{ first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
  [{ first_name: ' ', name: 'Ada' }, 'Ada'],
  [{ first_name: 7 }, null],
  [null, null],
])('%p is called %p', (applicant, name) => {
  expect(applicantName(applicant)).toBe(name);
});

describe('what the history says', () => {
  const nameOf = (id: number): string => (id === 9 ? 'Grace' : `user ${id}`);
  const words = (
    event_type: 'assigned' | 'moved' | 'snoozed' | 'approved' | 'denied',
    metadata: Record<string, unknown>,
  ): string => historyWords({ event_type, actor: { id: 4 }, metadata }, nameOf);

  test.each([
    ['assigned', { assigned_to_user_id: 4 }, 'Claimed'],
    ['assigned', { assigned_to_user_id: 9 }, 'Reassigned to Grace'],
    ['assigned', { assigned_to_user_id: 4, previously_assigned_to_user_id: 9, forced: true }, 'Taken over from Grace'],
    ['moved', { queue: 'fraud' }, 'Moved to the queue fraud'],
    ['moved', { queue: null }, 'Taken out of its queue'],
    ['snoozed', { until: '2026-12-01T09:00:00.000Z' }, 'Snoozed until 2026-12-01 09:00 UTC'],
    ['snoozed', { until: null }, 'Brought back'],
    ['denied', {}, 'Denied'],
    ['denied', { kind: 'notice' }, 'Letter not to be sent'],
    ['approved', { kind: 'notice', variables: {} }, 'Letter approved'],
    [
      'approved',
      { kind: 'notice', variables: { 'applicant.name': 'Ada Lee', 'applicant.address': '1 Oak\nDayton' } },
      'Letter approved; given for it: applicant.name = Ada Lee; applicant.address = 1 Oak, Dayton',
    ],
  ] as const)('%s with %j is: %s', (type, metadata, expected) => {
    expect(words(type, metadata)).toBe(expected);
  });
});

test('a masked value is told from one that happens to have stars', () => {
  expect(['***', '***-**-1002', '1991-**-**', '****4321', '****'].map(isMasked)).toEqual(Array(5).fill(true));
  expect(['****x', '* rated *', '617', '', 'Hotel *****'].map(isMasked)).toEqual(Array(5).fill(false));
});

test('the timeline says of a review whether it is about a letter', () => {
  const of = (event_type: 'approved' | 'denied' | 'assigned' | 'note_added', kind: 'decision' | 'notice' | null) =>
    reviewWords({ event_type, kind });
  expect([of('approved', 'decision'), of('approved', 'notice'), of('denied', 'notice')]).toEqual([
    'Approved',
    'Letter approved',
    'Letter not to be sent',
  ]);
  expect([of('assigned', 'notice'), of('assigned', null), of('note_added', 'notice')]).toEqual([
    'Letter claimed',
    'Claimed',
    'Note',
  ]);
});

describe('a case of which no review is open', () => {
  type Type = 'approved' | 'denied' | 'flagged' | `adverse_action_${'drafted' | 'sent' | 'skipped'}`;
  const event = (event_type: Type, metadata: object = {}) => ({ event_type, metadata: { ...metadata } });
  const of = (node_id: string, more: object = {}) => ({ node_id, kind: 'notice', ...more });
  const sent = (node_id: string, stage = 'single') => event('adverse_action_sent', { node_id, stage });
  const skipped = (node_id: string, stage = 'single') => event('adverse_action_skipped', { node_id, stage });

  test.each([
    [
      'one letter sent and one discarded, to two people',
      [event('approved', of('hers')), sent('hers'), event('denied', of('his')), skipped('his')],
      'A person approved one letter and discarded one letter.',
    ],
    [
      'its first letter sent and its final one discarded',
      [
        event('approved', of('deny')),
        sent('deny', 'pre_adverse'),
        event('denied', of('deny')),
        skipped('deny', 'final'),
      ],
      'A person approved one letter and discarded one letter.',
    ],
    [
      'its reasons given and the draft then discarded',
      [event('approved', of('deny', { reasons: ['a'] })), event('denied', of('deny')), skipped('deny')],
      'A person discarded the letter.',
    ],
    [
      'a letter discarded that was sent outside then',
      [
        event('denied', of('deny')),
        skipped('deny'),
        event('adverse_action_sent', { sent_elsewhere: true, applicant: 'a' }),
      ],
      'A person discarded the letter. A letter was sent outside of this service.',
    ],
    [
      'a letter discarded beside one that went out by itself',
      [sent('hers'), event('denied', of('his')), skipped('his')],
      'A person discarded one letter.',
    ],
    [
      'three letters, two of them by post',
      [
        ...[event('approved', of('a', { delivery: 'post' })), sent('a'), event('approved', of('b')), sent('b')],
        ...[event('approved', of('c', { delivery: 'post' })), sent('c')],
      ],
      'A person approved one letter and posted 2 letters.',
    ],
    ['a letter that went out by itself', [sent('deny')], 'Nobody was asked.'],
  ])('and that had %s says so', (_what, history, words) => {
    expect(decidedWords('none', history)).toBe(words);
  });

  test.each([
    ['was never asked about', 'none', [], 'Nobody was asked.'],
    ['had its letter sent', 'none', [event('approved', { kind: 'notice' })], 'A person approved the letter.'],
    ['had its letter discarded', 'none', [event('denied', { kind: 'notice' })], 'A person discarded the letter.'],
    [
      'had its letter posted',
      'none',
      [event('approved', { kind: 'notice', delivery: 'post' })],
      'A person posted the letter.',
    ],
    [
      'was denied, and its letter sent',
      'denied',
      [event('denied', { kind: 'decision' }), event('approved', { kind: 'notice' })],
      'It was denied. A person approved the letter.',
    ],
    ['was asked about until it was cancelled', 'none', [event('flagged')], 'A person was asked, and nobody decided.'],
    [
      'had a draft until it was cancelled',
      'none',
      [event('adverse_action_drafted', { kind: 'notice' })],
      'A person was asked, and nobody decided.',
    ],
  ] as const)('says who decided, if it %s', (_what, decided, history, words) => {
    expect(decidedWords(decided, history)).toBe(words);
  });
});
