import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { isAnotherPersons, noticeDelivery, type DeliveryFacts } from '../../../core/notices/delivery.ts';

/* The ways in which a letter reaches a person: 12 CFR 1002.4(d)(2), 15 USC 7001(c); semantics 12.5.2. */

const NOW = Date.parse('2026-11-25T12:00:00Z');
const CONSENTED: JsonObject = { applicant: { esign_consent: '2026-11-01' } };
const LIVE_CREDIT: DeliveryFacts = {
  ...{ recipient: 'dana@example.com', mode: 'live', purpose: 'credit', keepsEsignConsent: false },
  ...{ payload: CONSENTED, applicant: 'applicant', now: NOW },
};

describe('a letter about credit', () => {
  // Rules: 10.5.2, 10.13.4, 12.5.2
  test.each<[string, Partial<DeliveryFacts>, 'email' | 'post']>([
    ['with consent goes by mail', {}, 'email'],
    ['without consent goes by post', { payload: { applicant: {} } }, 'post'],
    [
      'with a consent of a day to come goes by post',
      { payload: { applicant: { esign_consent: '2026-11-26' } } },
      'post',
    ],
    [
      'with a consent of a day before there was a law on it goes by post',
      { payload: { applicant: { esign_consent: '0026-11-02' } } },
      'post',
    ],
    ['with the consent of another person goes by post', { applicant: 'applicant.co_applicant' }, 'post'],
    ['of an account that keeps the consents goes by mail', { payload: {}, keepsEsignConsent: true }, 'email'],
    ['in test mode goes by mail', { payload: {}, mode: 'test' }, 'email'],
    ['to nobody goes by post, in test mode too', { recipient: '', mode: 'test' }, 'post'],
    ['is one of credit alone', { payload: {}, purpose: 'tenant' }, 'email'],
  ])('%s', (_, facts, way) => {
    expect(noticeDelivery({ ...LIVE_CREDIT, ...facts })).toBe(way);
  });
});

describe('the address of another person', () => {
  const payload: JsonObject = {
    applicant: {
      email: 'dana@example.com',
      contact: { email: 'dana@work.example' },
      co_applicant: { email: 'jo@example.com' },
    },
    household: [{ email: 'kim@example.com' }, { email: 'dana@example.com' }],
  };
  // Rules: 10.5.12
  test.each([
    ['dana@example.com', 'applicant', false],
    [' DANA@example.com', 'applicant', false],
    ['dana@work.example', 'applicant', false],
    ['jo@example.com', 'applicant', true],
    ['jo@example.com', 'applicant.co_applicant', false],
    ['dana@example.com', 'applicant.co_applicant', true],
    ['kim@example.com', 'applicant', true],
    // Nobody's in the payload.
    ['office@example.com', 'applicant', false],
    ['', 'applicant', false],
  ])('%s, in a letter to %s: %j', (address, applicant, is) => {
    expect(isAnotherPersons(payload, applicant, address)).toBe(is);
  });
});
