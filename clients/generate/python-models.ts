import { productOutputsOf, type Document, type Schema } from './document.ts';
import { pascalCase, resourcesOf } from './operations.ts';
import { docstringText, isIdentifier, literal, scalar } from './python-types.ts';

const HEAD = `"""Types of the Cascade API: what its responses and events hold, as dicts.

Generated from its OpenAPI document: do not edit, run \`npm run client:generate\`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from typing_extensions import NotRequired, TypedDict
`;

/** Text of `models.py`. */
export function pythonModels(document: Document): string {
  const models = new Models();
  for (const [name, schema] of Object.entries(document.components.schemas)) models.addComponent(name, schema);
  for (const { operations } of resourcesOf(document)) {
    for (const { id, reply } of operations) {
      if (reply.kind === 'list') models.typeOf(reply.items, `${pascalCase(id)}Item`);
      if (reply.kind === 'item') reply.schemas.forEach((schema) => models.typeOf(schema, `${pascalCase(id)}Data`));
    }
  }
  return `${HEAD}\n\n${[...models.texts(), webhookEvent(document), productOutputs(document)].join('\n\n\n')}\n`;
}

/** TypedDicts in an order in which aliases of them can be read. */
export class Models {
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  addComponent(name: string, schema: Schema): void {
    if (schema.properties === undefined) {
      this.#aliases.set(name, `${name} = ${this.typeOf(schema, name, (type) => `"${type}"`)}`);
    } else {
      this.#addClass(name, schema);
    }
  }

  texts(): string[] {
    // CascadeDefinition names CascadeNode: an alias comes after those that it is made of.
    return [...this.#classes.values(), ...[...this.#aliases.values()].toSorted((a, b) => b.length - a.length)];
  }

  /** The annotation of a schema. `hint` names the class that an inline object needs. */
  typeOf(schema: Schema, hint: string, quoted: (name: string) => string = (name) => name): string {
    const { $ref, anyOf, oneOf } = schema;
    if ($ref !== undefined) return quoted($ref.slice($ref.lastIndexOf('/') + 1));
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    const union = oneOf ?? (schema.type === undefined ? anyOf : undefined);
    if (union !== undefined)
      return unionOf(union.map((each, index) => this.typeOf(each, `${hint}${index + 1}`, quoted)));
    const types = schema.type === undefined ? [] : [schema.type].flat();
    return types.length === 0 ? 'Any' : unionOf(types.map((type) => this.#plain(type, schema, hint, quoted)));
  }

  #plain(type: string, schema: Schema, hint: string, quoted: (name: string) => string): string {
    const { items, properties, additionalProperties: values } = schema;
    if (type === 'array') return `List[${items === undefined ? 'Any' : this.typeOf(items, `${hint}Item`, quoted)}]`;
    if (type !== 'object') return scalar(type);
    if (properties !== undefined) {
      this.#addClass(hint, schema);
      return quoted(hint);
    }
    return `Dict[str, ${typeof values === 'object' ? this.typeOf(values, `${hint}Value`, quoted) : 'Any'}]`;
  }

  #addClass(name: string, { properties = {}, required = [], description }: Schema): void {
    if (this.#classes.has(name)) return;
    // Taken before its members, which may need classes of their own.
    this.#classes.set(name, '');
    const members = Object.entries(properties).map(([key, member]) => {
      const type = this.typeOf(member, `${name}${pascalCase(camelCase(key))}`);
      return { key, description: member.description, type: required.includes(key) ? type : `NotRequired[${type}]` };
    });
    this.#classes.delete(name);
    const isPlain = members.every(({ key }) => isIdentifier(key));
    this.#classes.set(
      name,
      isPlain
        ? [
            `class ${name}(TypedDict):`,
            ...docstring(description),
            ...(members.length === 0 && description === undefined ? ['    pass'] : []),
            ...members.flatMap((member) => [`    ${member.key}: ${member.type}`, ...docstring(member.description)]),
          ].join('\n')
        : // A name that is a keyword of Python cannot stand in a class.
          `${name} = TypedDict(\n    "${name}",\n    {\n${members.map(({ key, type }) => `        "${key}": "${type}",`).join('\n')}\n    },\n)`,
    );
  }
}

function unionOf(types: readonly string[]): string {
  const others = [...new Set(types)].filter((type) => type !== 'None');
  if (others.includes('Any')) return 'Any';
  const union = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`;
  if (others.length === 0) return 'None';
  return types.includes('None') ? `Optional[${union}]` : union;
}

function docstring(text: string | undefined, indent = '    '): string[] {
  if (text === undefined || text.trim() === '') return [];
  const safe = docstringText(text.trim(), indent);
  return [`${indent}"""${safe.endsWith('"') ? `${safe} ` : safe}"""`];
}

function camelCase(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function webhookEvent({ webhooks }: Document): string {
  const names = Object.values(webhooks).flatMap((methods) =>
    Object.values(methods).map(({ requestBody }) =>
      requestBody?.content?.['application/json']?.schema?.$ref?.replace(/^.*\//, ''),
    ),
  );
  return `WebhookEvent = Union[\n${names.map((name) => `    ${name},`).join('\n')}\n]\n"""What a webhook delivery carries: \`event\` says which."""`;
}

function productOutputs(document: Document): string {
  const outputs = productOutputsOf(document);
  return [
    `ProductCode = ${literal(outputs.map(({ code }) => code))}`,
    `ProductOutput = Union[${outputs.map(({ name }) => name).join(', ')}]`,
  ].join('\n');
}
