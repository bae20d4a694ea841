import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { fieldOf } from '../path.ts';
import { composed } from '../same-text.ts';
import type { Report } from '../schema/findings.ts';
import { isOfType, wordsOfType } from './accepted.ts';
import { EACH_ITEM, type FieldSpec, type FieldSpecs, type FieldType } from './spec.ts';

/*
 * The types that an account declared, held against its payloads. A value is of a type if conditions can compare it as one.
 * A missing value, null and an empty text are of every type, and a text that no list of `values` names is a new one.
 * Source: semantics 1.10.
 */

/**
 * `at`: path of the payload in the body, empty or with its dot at the end. `overridden`: paths that the cascade declares, so
 * that what the account says of them does not hold. No message holds a value.
 */
export type PayloadTypes = (payload: JsonObject, at: string, report: Report, overridden?: PathSet) => void;
type PathSet = Pick<ReadonlySet<string>, 'has'>;

interface Tree {
  readonly path: string;
  spec?: FieldSpec;
  readonly members: Map<string, Tree>;
}

/** `specs`: those of the account alone. A check takes time in proportion to the payload, however many are declared. */
export function payloadTypesOf(specs: FieldSpecs): PayloadTypes {
  const root: Tree = { path: '', members: new Map() };
  for (const [path, spec] of specs) {
    let tree = root;
    for (const name of path.split('.')) {
      const next = tree.members.get(name) ?? { path: joined(tree.path, name), members: new Map() };
      tree.members.set(name, next);
      tree = next;
    }
    tree.spec = spec;
  }
  return (payload, at, report, overridden = NONE) => new Walk(at, report, overridden).members(payload, root);
}

const NONE: PathSet = new Set();
const joined = (outer: string, name: string): string => (outer === '' ? name : `${outer}.${name}`);

class Walk {
  readonly #at: string;
  readonly #report: Report;
  readonly #overridden: PathSet;
  readonly #way: (string | number)[] = [];

  constructor(at: string, report: Report, overridden: PathSet) {
    this.#at = at;
    this.#report = report;
    this.#overridden = overridden;
  }

  members(object: JsonObject, { members }: Tree): void {
    if (members.size === 0) return;
    for (const [name, value] of Object.entries(object)) {
      const tree = members.get(composed(name));
      if (tree !== undefined) this.#step(name, () => this.#value(value, tree));
    }
  }

  #value(value: Json, tree: Tree): void {
    const { members } = tree;
    if (value === null) return;
    const spec = this.#overridden.has(tree.path) ? undefined : tree.spec;
    if (spec !== undefined && !isOfType(value, spec.type)) return this.#refuse(spec.type);
    if (isJsonObject(value)) this.members(value, tree);
    else if (Array.isArray(value)) this.#items(value, tree, itemTypeOf(spec, members.size > 0));
  }

  #items(items: readonly Json[], tree: Tree, type: FieldType | undefined): void {
    if (type === undefined && tree.members.size === 0) return;
    for (const [index, item] of items.entries()) {
      this.#step(index, () => {
        if (item === null) return;
        if (type !== undefined && !isOfType(item, type)) this.#refuse(type);
        else if (isJsonObject(item)) this.members(item, tree);
        else if (Array.isArray(item)) this.#items(item, tree, type);
      });
    }
  }

  #step(step: string | number, visit: () => void): void {
    this.#way.push(step);
    visit();
    this.#way.pop();
  }

  #refuse(type: FieldType): void {
    // Made now: the way goes on.
    this.#report(this.#at + fieldOf(this.#way), `must be ${wordsOfType(type)}: so it is declared`);
  }
}

/** Items with declared members are objects. Undefined if nothing is declared of them. */
export function itemTypeOf(spec: FieldSpec | undefined, hasMembers: boolean): FieldType | undefined {
  if (spec === undefined) return undefined;
  if (spec.of_person === EACH_ITEM || hasMembers) return 'object';
  return spec.item_type;
}
