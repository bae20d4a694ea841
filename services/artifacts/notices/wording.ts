import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  NOTICE_ACTIONS,
  NOTICE_PURPOSES,
  NOTICE_SECTIONS,
  type NoticeAction,
  type NoticePurpose,
  type NoticeSection,
} from '../../../core/notices/document.ts';
import { compileValidator, type Validator } from '../../../platform/validation.ts';

/** A part of the letter that is words and data; what stands under `action` differs by purpose and action. */
export type WordedSection = Exclude<NoticeSection, 'action'>;

interface SectionWords {
  readonly heading: string;
  readonly source: string | null;
  readonly paragraphs: readonly string[];
  /** In place of `paragraphs` where the account has a phone. */
  readonly paragraphs_with_phone?: readonly string[];
}

/** What notices say, as a compliance officer may change it. Placeholders are `{{name}}`. */
export interface Wording {
  readonly language: string;
  readonly test_mark: string;
  readonly salutation: string;
  readonly closing: string;
  readonly subjects: Readonly<Record<NoticePurpose, Readonly<Record<NoticeAction, string>>>>;
  readonly actions: Readonly<Record<NoticePurpose, Readonly<Record<NoticeAction, readonly string[]>>>>;
  readonly sections: Readonly<Record<WordedSection, SectionWords>>;
  readonly labels: Readonly<Record<(typeof LABELS)[number], string>>;
  /** The federal agency that an ECOA notice names, with its address. */
  readonly federalAgency: string;
}

interface FederalAgencies {
  readonly administering_agency: string;
  readonly agencies: Readonly<Record<string, { readonly name: string; readonly address: string }>>;
}

const LABELS = [
  'score_scale',
  'score_created',
  'score_provider',
  'key_factors',
  'reports_pulled',
  'toll_free',
  'telephone',
] as const;

const PLACEHOLDERS = new Set([
  'company',
  'applicant',
  'phone',
  'score_provider',
  'federal_agency',
  'minimum',
  'maximum',
  'date',
]);

/** The files of the wording are wrong. The message lists all that is. */
export class WordingError extends Error {
  override readonly name = 'WordingError';
}

/** Reads and checks the wording: once, at start. Throws WordingError. */
export async function loadWording(folder: string = import.meta.dirname): Promise<Wording> {
  const problems: string[] = [];
  const words = await readJson<Omit<Wording, 'federalAgency'>>(folder, 'wording.en-US.json', VALID.wording, problems);
  const federal = await readJson<FederalAgencies>(folder, 'federal-agencies.json', VALID.federal, problems);
  const agency = federal?.agencies[federal.administering_agency];
  if (federal !== undefined && agency === undefined) {
    problems.push('federal-agencies.json: administering_agency names no agency of the list');
  }
  if (words !== undefined && !words.sections.ecoa.paragraphs.some((each) => each.includes('{{federal_agency}}'))) {
    problems.push('wording.en-US.json: sections.ecoa names no {{federal_agency}}');
  }
  for (const name of unknownPlaceholders(words)) {
    problems.push(`wording.en-US.json: {{${name}}} is no placeholder`);
  }
  if (words === undefined || agency === undefined || problems.length > 0) {
    throw new WordingError(`the wording of notices cannot be used:\n${problems.map((each) => `  ${each}`).join('\n')}`);
  }
  return { ...words, federalAgency: `${agency.name}, ${agency.address}` };
}

/** The text with its placeholders filled in. A value that ends with a full stop takes the place of the sentence's own. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string, stop: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return value.endsWith('.') ? value : value + stop;
  });
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}(\.?)/g;

function unknownPlaceholders(words: unknown): readonly string[] {
  const names = Array.from(JSON.stringify(words ?? null).matchAll(PLACEHOLDER), ([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => !PLACEHOLDERS.has(name));
}

const text = { type: 'string', minLength: 1, pattern: '\\S' };
const texts = { type: 'array', items: text };
const each = (keys: readonly string[], schema: object): object => ({
  type: 'object',
  required: keys,
  properties: Object.fromEntries(keys.map((key) => [key, schema])),
});

const WORDED_SECTIONS = NOTICE_SECTIONS.filter((key) => key !== 'action');

/** What stands under `reasons` is data; every other section says something. */
function sectionSchema(key: WordedSection): object {
  return {
    type: 'object',
    required: ['heading', 'source', 'paragraphs'],
    properties: {
      heading: text,
      source: { type: ['string', 'null'] },
      paragraphs: key === 'reasons' ? texts : { ...texts, minItems: 1 },
      paragraphs_with_phone: { ...texts, minItems: 1 },
    },
  };
}

const VALID = {
  wording: compileValidator({
    type: 'object',
    required: ['language', 'test_mark', 'salutation', 'closing', 'subjects', 'actions', 'sections', 'labels'],
    properties: {
      language: text,
      test_mark: text,
      salutation: text,
      closing: text,
      subjects: each(NOTICE_PURPOSES, each(NOTICE_ACTIONS, text)),
      actions: each(NOTICE_PURPOSES, each(NOTICE_ACTIONS, { ...texts, minItems: 1 })),
      sections: {
        type: 'object',
        required: WORDED_SECTIONS,
        properties: Object.fromEntries(WORDED_SECTIONS.map((key) => [key, sectionSchema(key)])),
      },
      labels: each(LABELS, text),
    },
  }),
  federal: compileValidator({
    type: 'object',
    required: ['administering_agency', 'agencies'],
    properties: {
      administering_agency: text,
      agencies: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['name', 'address'],
          properties: { name: text, address: text },
        },
      },
    },
  }),
};

/** The file's content, if it is what the validator, which stands for T, asks for. */
async function readJson<T>(
  folder: string,
  file: string,
  validate: Validator,
  problems: string[],
): Promise<T | undefined> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (error) {
    problems.push(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
  const wrong = validate(content);
  problems.push(...wrong.map(({ field, message }) => `${file}: ${field} ${message}`));
  return wrong.length === 0 ? (content as T) : undefined;
}
