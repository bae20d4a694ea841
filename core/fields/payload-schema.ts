import type { JsonSchema } from '../json.ts';
import { acceptedSchema } from './accepted.ts';
import { itemTypeOf } from './payload-types.ts';
import { DIALECT, treeOf, type Tree } from './schema.ts';
import type { FieldSpec, FieldSpecs } from './spec.ts';

/**
 * Describes payloads to the programs that send them. It refuses exactly what a trigger refuses for its type: values of
 * fields that the account declares (`declared`). For the other fields (`described`) it only gives names.
 */
export function payloadSchema(declared: FieldSpecs, described: FieldSpecs = declared): JsonSchema {
  const writer = new Writer(declared);
  const tree = treeOf(new Map([...described, ...declared]));
  return { $schema: DIALECT, type: 'object', ...writer.members(tree, '#') };
}

class Writer {
  readonly #declared: FieldSpecs;
  /** Paths that contain a declared field. */
  readonly #holding: ReadonlySet<string>;

  constructor(declared: FieldSpecs) {
    this.#declared = declared;
    this.#holding = new Set(
      [...declared.keys()].flatMap((path) => {
        const names = path.split('.');
        return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
      }),
    );
  }

  /** `at` is the reference to this schema. */
  members({ members }: Tree, at: string): JsonSchema {
    if (members.size === 0) return {};
    const properties = [...members].flatMap(([name, tree]) => {
      // A trigger treats other Unicode spellings of a name as the same name.
      const spellings = new Set([name, name.normalize('NFD')]);
      return [...spellings].map((each) => [each, this.#field(tree, `${at}/properties/${encoded(each)}`)] as const);
    });
    return { properties: Object.fromEntries(properties) };
  }

  #field(tree: Tree, at: string): JsonSchema {
    const said = annotations(tree.spec);
    const own = this.#declared.get(tree.path);
    const holds = this.#holding.has(tree.path);
    // An undeclared list may contain further lists with the declared members in their items.
    if (own === undefined) return { ...said, ...this.members(tree, at), ...(holds ? { items: { $ref: at } } : {}) };
    const schema = orNull(acceptedSchema(own.type));
    if (own.type !== 'list') return { ...schema, ...said, ...this.members(tree, at) };
    const type = itemTypeOf(own, holds);
    if (type === undefined) return { ...schema, ...said };
    const held = type === 'object' ? this.members(tree, `${at}/items`) : {};
    return { ...schema, ...said, items: { ...orNull(acceptedSchema(type)), ...held } };
  }
}

function orNull({ type, ...more }: JsonSchema): JsonSchema {
  return { type: [type, 'null'].flat(), ...more };
}

function annotations({ label, unit, values }: Partial<FieldSpec> = {}): JsonSchema {
  return {
    ...(label === undefined ? {} : { title: label }),
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    ...(values === undefined ? {} : { examples: values }),
  };
}

/** A name in a reference: a JSON pointer in a fragment (RFC 6901, section 6). */
const encoded = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
