import { NOTICE_STAGES } from '../../core/cascade/notice-request.ts';
import {
  LETTERS_BY_PURPOSE,
  NOTICE_PURPOSES,
  NOTICE_SECTIONS,
  type NoticeSection,
} from '../../core/notices/document.ts';
import { WAITING_UNITS, WEEKDAYS } from '../../core/notices/waiting.ts';
import type { JsonSchema } from '../../core/json.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';
import { compileValidator } from '../validation/index.ts';
import { closed, text } from './schemas.ts';

/** A part of the letter that is words and data; what stands under `action` differs by purpose and letter. */
export type WordedSection = Exclude<NoticeSection, 'action'>;
const WORDED_SECTIONS = NOTICE_SECTIONS.filter((key): key is WordedSection => key !== 'action');

export const LABELS = [
  'reference',
  'page',
  'score_scale',
  'score_position',
  'score_created',
  'score_provider',
  'score_provider_corrected',
  'key_factors',
  'report',
  'only_available',
  'toll_free',
  'telephone',
  'corrected_application',
  'corrected_report',
  'enclosed_report',
  'enclosed_summary',
] as const;

const words: JsonSchema = { type: 'string', minLength: 1, pattern: '\\S' };
const paragraphs: JsonSchema = { type: 'array', items: words };
const source = closed({ citation: words, read_on: { type: ['string', 'null'], format: 'date' }, read_in: words }, [
  'read_in',
]);
const about = { about: text };

const each = (keys: readonly string[], schema: JsonSchema): JsonSchema =>
  closed(Object.fromEntries(keys.map((key) => [key, schema])));

const letterWords = closed(
  { subject: words, paragraphs: { ...paragraphs, minItems: 1 }, paragraphs_with_statement: paragraphs },
  ['paragraphs_with_statement'],
);

/** Sections whose content is data; every other section is text. */
const DATA_SECTIONS: readonly WordedSection[] = ['reasons', 'pre_adverse_reasons', 'jurisdiction', 'enclosures'];

const section = (key: WordedSection): JsonSchema =>
  closed(
    {
      heading: words,
      source: { anyOf: [source, { type: 'null' }] },
      paragraphs: DATA_SECTIONS.includes(key) ? paragraphs : { ...paragraphs, minItems: 1 },
      paragraphs_with_phone: { ...paragraphs, minItems: 1 },
      paragraphs_if_only_available: { ...paragraphs, minItems: 1 },
      paragraphs_if_some_available: { ...paragraphs, minItems: 1 },
      paragraphs_if_corrected: { ...paragraphs, minItems: 1 },
    },
    [
      'paragraphs_with_phone',
      'paragraphs_if_only_available',
      'paragraphs_if_some_available',
      'paragraphs_if_corrected',
    ],
  );

const waitingPeriod = closed({
  duration: { type: 'number', minimum: 0, maximum: 365 },
  unit: { type: 'string', enum: WAITING_UNITS },
});
const jurisdiction = closed(
  {
    name: words,
    waiting_period: waitingPeriod,
    receipt_business_days: { type: 'integer', minimum: 0, maximum: 30 },
    about_product: { type: 'string', enum: PRODUCT_CODES },
    paragraphs: { type: 'object', additionalProperties: paragraphs },
    source,
  },
  ['about_product'],
);
const weekday: JsonSchema = { type: 'string', enum: WEEKDAYS };
const month: JsonSchema = { type: 'integer', minimum: 1, maximum: 12 };
const agency = closed({
  name: words,
  address: { type: 'array', minItems: 1, items: words },
  phone: words,
  toll_free: { type: 'boolean' },
  nationwide: { type: 'boolean' },
  consumer_report: { type: 'boolean' },
});

/** The schema of each file of `data/notices/`. */
export const VALID = {
  letter: compileValidator(
    closed({
      ...about,
      language: words,
      test_mark: words,
      salutation: words,
      closing: words,
      letters: closed(
        Object.fromEntries(NOTICE_PURPOSES.map((purpose) => [purpose, each(LETTERS_BY_PURPOSE[purpose], letterWords)])),
      ),
      sections: closed(Object.fromEntries(WORDED_SECTIONS.map((key) => [key, section(key)]))),
      labels: each(LABELS, words),
    }),
  ),
  email: compileValidator(
    closed({
      ...about,
      language: words,
      test_mark: text,
      unnamed_recipient: words,
      letters: each(NOTICE_STAGES, closed({ subject: words, text: words, text_with_phone: words })),
    }),
  ),
  federal: compileValidator(
    closed({
      ...about,
      source,
      test_mode_agency: words,
      agencies: {
        type: 'object',
        propertyNames: { type: 'string', pattern: '^[a-z_]+$' },
        additionalProperties: closed({ creditors: words, name: words, address: words }),
      },
    }),
  ),
  agencies: compileValidator(closed(Object.fromEntries(PRODUCT_CODES.map((code) => [code, agency])))),
  jurisdictions: compileValidator(
    closed({
      ...about,
      default: jurisdiction,
      jurisdictions: {
        type: 'object',
        propertyNames: { type: 'string', pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}(-[0-9]{3})?$' },
        additionalProperties: jurisdiction,
      },
    }),
  ),
  summary: compileValidator(
    closed({
      ...about,
      language: words,
      test_mark: words,
      source,
      spanish: words,
      title: words,
      paragraphs: { ...paragraphs, minItems: 1 },
      rights: {
        type: 'array',
        minItems: 1,
        items: closed({ heading: words, text: words, items: paragraphs, paragraphs }, ['items', 'paragraphs']),
      },
      closing: words,
      contacts_heading: closed({ business: words, contact: words }),
      contacts: {
        type: 'array',
        minItems: 1,
        items: closed({ business: words, contact: { ...paragraphs, minItems: 1 } }),
      },
    }),
  ),
  calendar: compileValidator(
    closed({
      ...about,
      time_zone: words,
      weekend: { type: 'array', items: weekday },
      source,
      holidays: {
        type: 'array',
        items: {
          anyOf: [
            closed({ name: words, month, day: { type: 'integer', minimum: 1, maximum: 31 } }),
            closed({ name: words, month, weekday, nth: { type: 'integer', enum: [1, 2, 3, 4, -1] } }),
          ],
        },
      },
    }),
  ),
};
