import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { fieldOf } from '../path.ts';
import { composed } from '../same-text.ts';
import type { Report } from '../schema/findings.ts';
import { isOfType, wordsOfType } from './accepted.ts';
import { EACH_ITEM, type FieldSpec, type FieldSpecs, type FieldType } from './spec.ts';

/*
 * Checks payloads against the account's declared types. A value has a type if conditions can compare it as one. A
 * missing value, null and an empty text have every type. A text that is not in the list of `values` is accepted as a
 * new one. Source: semantics 1.10.
 */

/**
 * `at`: path of the payload in the body, empty or ending in a dot. `overridden`: paths that the cascade declares, so
 * the account's declarations of them do not apply. No message contains a value.
 */
export type PayloadTypes = (payload: JsonObject, at: string, report: Report, overridden?: PathSet) => void;
type PathSet = Pick<ReadonlySet<string>, 'has'>;

interface Tree {
  readonly path: string;
  spec?: FieldSpec;
  readonly members: Map<string, Tree>;
}

/** `specs` are the account's only. A check takes time linear in the payload, however many fields are declared. */
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
    // Computes the path now, because the walk goes on.
    this.#report(this.#at + fieldOf(this.#way), `must be ${wordsOfType(type)}: so it is declared`);
  }
}

/** The type of the items; undefined if undeclared. Items with declared members are objects. */
export function itemTypeOf(spec: FieldSpec | undefined, hasMembers: boolean): FieldType | undefined {
  if (spec === undefined) return undefined;
  if (spec.of_person === EACH_ITEM || hasMembers) return 'object';
  return spec.item_type;
}
