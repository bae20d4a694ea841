import type { NodeBase } from '../../../core/cascade/definition.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { dictionaryOf, type Dictionary } from '../../../core/fields/dictionary.ts';
import { memberOfPerson } from '../../../core/fields/person.ts';
import { fieldPath } from '../../../core/fields/path.ts';
import { EACH_ITEM, NOBODY, specsIn, type FieldSpecs, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { STANDARD, STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { RESERVED_ROOTS } from '../../../core/path.ts';
import { isQuantifier } from '../../../core/quantifiers.ts';

/** The parts of a run. */
export interface Renamable {
  readonly definition: readonly NodeBase[];
  readonly payload: JsonObject;
  readonly fields?: FieldSpecsJson;
}

/** Names of persons, which are no paths. */
const SAID: readonly string[] = [NOBODY, EACH_ITEM];
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

/**
 * Replaces each name of the payload by a random one of the same length, outside the standard dictionary and the names
 * of people's data. `back` turns names in texts back.
 */
export class Renamer {
  readonly #dictionary: Dictionary;
  readonly #own: ReadonlySet<string>;
  readonly #others: ReadonlySet<string>;
  readonly #names = new Map<string, string>();
  readonly #of: Renamable;
  readonly #pulled: ReadonlySet<string>;
  #seed: number;

  constructor(of: Renamable, seed: number) {
    this.#of = of;
    this.#seed = seed;
    this.#dictionary = dictionaryOf(STANDARD_SPECS, peopleNamed(of.definition), specsIn(of.fields ?? {}));
    this.#own = new Set(Object.keys(of.fields ?? {}));
    const stored = of.definition.flatMap((node) => {
      const { config } = node as { readonly config?: { readonly store_result_as?: string } };
      return config?.store_result_as ?? [];
    });
    const isSent = (root: string) => root === 'applicant' || root === 'property' || root === 'context';
    this.#others = new Set([...stored, ...RESERVED_ROOTS.filter((root) => !isSent(root))]);
    this.#pulled = new Set(of.definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id));
  }

  get renamed(): Renamable {
    const { definition, payload, fields } = this.#of;
    return {
      ...this.#of,
      definition: this.#inDefinition(definition as unknown as Json) as unknown as readonly NodeBase[],
      payload: this.#inPayload(payload, '') as JsonObject,
      ...(fields === undefined ? {} : { fields: this.#inFields(fields) }),
    };
  }

  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** A text that came of what was renamed, with the names that there were. */
  back(text: string): string {
    const names = new Map([...this.#names].map(([name, other]) => [other, name]));
    const words = [...names.keys()].toSorted((a, b) => b.length - a.length);
    return words.length === 0
      ? text
      : text.replaceAll(
          new RegExp(`(?<![A-Za-z0-9_])(?:${words.join('|')})(?![A-Za-z0-9_])`, 'g'),
          (name) => names.get(name) ?? name,
        );
  }

  path(path: string): string {
    const [root = ''] = path.split('.');
    if (this.#others.has(root)) return path;
    const names: string[] = [];
    const kept: string[] = [];
    for (const name of path.split('.')) {
      const isPlace = kept.length > 0 && (/^\d+$/.test(name) || isQuantifier(name));
      if (isPlace || (kept.length === 0 && name === 'context' && names.length === 0)) {
        names.push(name);
        continue;
      }
      kept.push(name);
      names.push(this.#name(kept.join('.'), name));
    }
    return names.join('.');
  }

  #name(path: string, name: string): string {
    if (this.#others.has(path)) return name;
    const isStandard = STANDARD.at(path) !== undefined || STANDARD.holds(path);
    const isBrought = !this.#own.has(path) && this.#dictionary.at(path) !== undefined;
    if (isStandard || isBrought || path === 'applicant' || path === 'property') return name;
    const known = this.#names.get(name) ?? this.#random(name.length);
    this.#names.set(name, known);
    return known;
  }

  #random(length: number): string {
    const used = new Set(this.#names.values());
    for (;;) {
      let name = '';
      while (name.length < length) {
        this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        name += CONSONANTS[Math.floor(this.#seed / 65_536) % CONSONANTS.length] ?? 'q';
      }
      if (!used.has(name) && memberOfPerson(name) === undefined) return name;
    }
  }

  #inPayload(value: Json, path: string): Json {
    if (Array.isArray(value)) return value.map((item) => this.#inPayload(item, path));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const at = path === '' ? name : `${path}.${name}`;
        return [this.#name(at, name), this.#inPayload(item, at)];
      }),
    );
  }

  #inFields(fields: FieldSpecsJson): FieldSpecsJson {
    return Object.fromEntries(
      Object.entries(fields).map(([path, { of_person: person, ...spec }]) => [
        this.path(path),
        { ...spec, ...(person === undefined ? {} : { of_person: SAID.includes(person) ? person : this.path(person) }) },
      ]),
    );
  }

  /** `list`: of the items whose members `where` names. */
  #inDefinition(value: Json, list = ''): Json {
    if (Array.isArray(value)) return value.map((item) => this.#inDefinition(item, list));
    if (typeof value === 'string') {
      return value.replaceAll(/\{\{\s*(.*?)\s*\}\}/g, (_, path: string) => `{{${this.path(path)}}}`);
    }
    if (!isJsonObject(value)) return value;
    const { field, source_node_id: source } = value;
    const isOfReport = this.#pulled.has(String(source));
    const listOf = (path: string) =>
      fieldPath(path)
        .split('.')
        .filter((name) => !isQuantifier(name) && !/^\d+$/.test(name));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]): [string, Json] => {
        if (key === 'applicant' && typeof item === 'string') return [key, this.path(item)];
        if (key === 'config' && isJsonObject(item) && isJsonObject(item.fields)) {
          return [
            key,
            { ...item, fields: this.#inFields(item.fields as unknown as FieldSpecsJson) as unknown as Json },
          ];
        }
        if (key === 'where' && typeof field === 'string') {
          return [key, isOfReport ? item : this.#inDefinition(item, listUpTo(field))];
        }
        if (key !== 'field' || typeof item !== 'string') return [key, this.#inDefinition(item, list)];
        if (isOfReport) return [key, item];
        if (list === '' || source !== undefined) return [key, this.path(item)];
        const before = listOf(list).length;
        const within = this.path([list, item].join('.')).split('.');
        return [key, within.slice(before).join('.')];
      }),
    );
  }
}

/** The list in front of the figure of a path. */
function listUpTo(field: string): string {
  const names = fieldPath(field).split('.');
  const at = names.findIndex((name, index) => index > 0 && isQuantifier(name));
  return (at < 0 ? names : names.slice(0, at)).join('.');
}

/** The subject of a notice is a person, even if not declared. */
function peopleNamed(definition: readonly NodeBase[]): FieldSpecs {
  const paths = definition.flatMap((node) => {
    const { adverse_action: settings } = node as { readonly adverse_action?: { readonly applicant?: string } };
    return settings?.applicant === undefined ? [] : [fieldPath(settings.applicant)];
  });
  return new Map(paths.map((path) => [path, { type: 'person' }]));
}
