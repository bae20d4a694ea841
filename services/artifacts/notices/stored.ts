import {
  NOTICE_LETTERS,
  NOTICE_PURPOSES,
  NOTICE_SECTIONS,
  type NoticeDocument,
} from '../../../core/notices/document.ts';
import { NOTICE_STAGES } from '../../../core/cascade/notice-request.ts';
import { compileValidator } from '../../../platform/validation/index.ts';

/** The document of an artifact row, or undefined where it is none that this version can render. */
export function readNoticeDocument(stored: unknown): NoticeDocument | undefined {
  return valid(stored).length === 0 ? (stored as NoticeDocument) : undefined;
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const textOrNull = { type: ['string', 'null'] };

/** `optional`: those that not every document has. */
function object(properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}): object {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

const valid = compileValidator({
  ...object(
    {
      version: { const: 1 },
      stage: { enum: NOTICE_STAGES },
      purpose: { enum: NOTICE_PURPOSES },
      letter: { enum: NOTICE_LETTERS },
      jurisdiction: textOrNull,
      test_mode: { type: 'boolean' },
      date: text,
      reference: text,
      letterhead: object({ name: text, address_lines: texts, phone: text }),
      addressee: object({ name: text, address_lines: texts }),
      sections: { type: 'array', items: { enum: NOTICE_SECTIONS } },
      statement: textOrNull,
      reasons: texts,
      extra_reason: textOrNull,
      agencies: {
        type: 'array',
        items: object(
          {
            product_code: text,
            report: text,
            name: text,
            address_lines: texts,
            phone: text,
            nationwide: { type: 'boolean' },
          },
          { only_available: { type: 'boolean' } },
        ),
      },
      score: {
        type: ['object', 'null'],
        required: ['value', 'minimum', 'maximum', 'key_factors', 'created_on', 'provided_by'],
        properties: {
          value: { type: 'number' },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          key_factors: texts,
          created_on: text,
          provided_by: text,
          only_available: { type: 'boolean' },
          corrected_on: text,
        },
      },
      federal_agency: {
        type: ['object', 'null'],
        required: ['name', 'address'],
        properties: { name: text, address: text },
      },
      decide_after: textOrNull,
      first_letter_date: textOrNull,
    },
    {
      third_party_only_available: { type: 'boolean' },
      corrections: {
        type: 'array',
        items: object({ product_code: textOrNull, report: textOrNull, agency: textOrNull, label: text, date: text }),
      },
    },
  ),
});
