import { isJsonObject } from '../json.ts';
import { PRODUCTS, PRODUCT_CODES, type ProductCode } from '../products/index.ts';
import { DECISION_WORDS } from './decision-words.ts';
import { GRAMMAR_WORDS } from './grammar-words.ts';
import { MEASURE_WORDS } from './measure-words.ts';
import { FILLER, OTHER_WORDS } from './other-words.ts';
import { STATES } from './states.ts';
import { SYNONYMS } from './synonyms.ts';
import type { Concept, Meaning, Synonym } from './meaning.ts';
import { stem } from './text.ts';

export interface Entry {
  readonly stems: readonly string[];
  readonly meaning: Meaning;
}

export interface Vocabulary {
  /** Entries by their first word, the longest first. */
  readonly byFirst: ReadonlyMap<string, readonly Entry[]>;
  /** Every word that may be what a misspelt one was meant to be. */
  readonly words: readonly string[];
}

/** Made of the product registry, its synonyms, and the words of the grammar. A new product's fields are in it by name. */
export function buildVocabulary(): Vocabulary {
  const entries: Entry[] = [];
  const add = (phrase: string, meaning: Meaning): void => {
    entries.push({ stems: phrase.split(/[\s-]+/).map(stem), meaning });
  };
  for (const word of FILLER) add(word, { is: 'filler' });
  for (const code of PRODUCT_CODES) {
    for (const [field, phrase] of fieldNames(code)) add(phrase, { is: 'concept', concept: conceptOf(code, field, {}) });
    add(PRODUCTS[code].name, { is: 'product', product: code, concept: null });
  }
  for (const synonym of SYNONYMS) {
    const concept = synonym.field === undefined ? null : conceptOf(synonym.source, synonym.field, synonym);
    for (const phrase of synonym.phrases) {
      if (synonym.isProduct === true && synonym.source !== 'context') {
        add(phrase, { is: 'product', product: synonym.source, concept });
      } else if (concept !== null) add(phrase, { is: 'concept', concept });
    }
  }
  for (const [phrase, decision] of DECISION_WORDS) {
    add(phrase, {
      is: 'decision',
      decision,
      isPreAdverse: phrase.startsWith('pre') || phrase.includes(' pre'),
    });
  }
  for (const [phrase, meaning] of [...GRAMMAR_WORDS, ...MEASURE_WORDS, ...OTHER_WORDS]) add(phrase, meaning);
  for (const [name, code] of STATES) add(name, { is: 'state', code });

  // Of two entries with the same words the later one counts: our own words come after the names of fields.
  const byPhrase = new Map(entries.map((entry) => [entry.stems.join(' '), entry]));
  const byFirst = Map.groupBy(byPhrase.values(), ({ stems }) => stems[0] ?? '');
  for (const list of byFirst.values()) list.sort((a, b) => b.stems.length - a.stems.length);
  return {
    byFirst,
    words: [...new Set(entries.flatMap(({ stems }) => stems))].filter((word) => word.length > 3),
  };
}

function conceptOf(source: ProductCode | 'context', field: string, more: Partial<Synonym>): Concept {
  const schema = source === 'context' ? undefined : schemaAt(source, field);
  const unit = typeof schema?.['x-unit'] === 'string' ? schema['x-unit'] : null;
  const types = [schema?.type].flat();
  const shape =
    more.states === undefined
      ? types.includes('boolean')
        ? 'flag'
        : unit === 'count'
          ? 'count'
          : types.includes('string')
            ? 'states'
            : 'number'
      : 'states';
  return {
    source,
    field,
    shape,
    unit,
    more: { phrases: [], source, field, ...more },
  };
}

function schemaAt(code: ProductCode, path: string): Record<string, unknown> | undefined {
  let current: unknown = PRODUCTS[code].schema;
  for (const segment of path.split('.')) {
    const properties: unknown = isRecord(current) ? current.properties : undefined;
    current = isRecord(properties) ? properties[segment] : undefined;
  }
  return isRecord(current) ? current : undefined;
}

/** The comparable fields of a product with their names as words: `utilization_percent` is "utilization". */
function fieldNames(code: ProductCode): [field: string, phrase: string][] {
  const properties: unknown = PRODUCTS[code].schema.properties;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([field, schema]): [string, string][] => {
    const isPlain = isRecord(schema) && (schema['x-unit'] !== undefined || schema.type === 'boolean');
    if (!isPlain || isJsonObject(schema.items)) return [];
    const words = field.replaceAll('_', ' ');
    const short = words.replace(/ (?:count|percent|usd|ratio|indicator)$/, '');
    return short === words
      ? [[field, words]]
      : [
          [field, words],
          [field, short],
        ];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
