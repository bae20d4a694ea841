import { productOutputsOf, type Document, type Parameter, type Schema } from './document.ts';
import {
  PAGING,
  parameterName,
  pascalCase,
  resourcesOf,
  snakeCase,
  type Operation,
  type Resource,
} from './operations.ts';
import { Models } from './python-models.ts';
import { docstringText, identifier, literal, scalar } from './python-types.ts';

const HEAD = `"""One class for each resource of the Cascade API, once for \`Client\` and once for \`AsyncClient\`.

Generated from its OpenAPI document: do not edit, run \`npm run client:generate\`. Names of resources and methods:
clients/generate/resources.ts.
"""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, cast, overload

from . import models
from ._base import NOT_GIVEN, AsyncCaller, Caller, NotGiven, given
from ._lists import AsyncListing, Listing
from ._downloads import AsyncDownload, Download
`;

interface Flavour {
  readonly prefix: '' | 'Async';
  readonly def: string;
  readonly wait: string;
}
const FLAVOURS: readonly Flavour[] = [
  { prefix: '', def: 'def', wait: '' },
  { prefix: 'Async', def: 'async def', wait: 'await ' },
];

/** Text of `_operations.py`. */
export function pythonResources(document: Document): string {
  const resources = resourcesOf(document);
  const classes = FLAVOURS.flatMap((flavour) => [
    ...resources.map((resource) => classOf(resource, flavour)),
    mixinOf(resources, flavour),
  ]);
  return [HEAD, ...classes, productOutput(document)].join('\n\n');
}

function classOf({ name, operations }: Resource, flavour: Flavour): string {
  return `class ${flavour.prefix}${pascalCase(name)}Operations:
    def __init__(self, caller: ${flavour.prefix}Caller) -> None:
        self._caller = caller

${operations.map((operation) => methodOf(operation, flavour)).join('\n\n')}
`;
}

/** Resources whose class has more than the operations: `_resources.py`. */
const EXTENDED = new Set(['workflows', 'executions', 'batches']);

/** What both clients inherit: every resource that is nothing but its operations. */
function mixinOf(resources: readonly Resource[], { prefix }: Flavour): string {
  const plain = resources.filter(({ name }) => !EXTENDED.has(name));
  return `class ${prefix}PlainResources:
    def __init__(self, caller: ${prefix}Caller) -> None:
${plain.map(({ name }) => `        self.${snakeCase(name)} = ${prefix}${pascalCase(name)}Operations(caller)`).join('\n')}
`;
}

function methodOf(operation: Operation, { prefix, def, wait }: Flavour): string {
  const { name, method, path, pathParameters, query, body, reply, takesKey, takesIfMatch } = operation;
  const isList = reply.kind === 'list';
  const members = bodyMembers(body?.schema);
  // Any JSON object: its members are the caller's own.
  const isFree = body !== null && body.schema.properties === undefined;
  const asked = query.filter((parameter) => !isList || !PAGING.has(parameterName(parameter)));
  const named = [
    ...members.map(({ key, schema, isRequired }) => argument(key, inputType(schema), isRequired)),
    ...asked.map((parameter) =>
      argument(parameterName(parameter), parameterType(parameter.schema ?? {}), parameter.required === true),
    ),
    ...(takesKey ? ['idempotency_key: Optional[str] = None'] : []),
    ...(takesIfMatch ? ['if_match: Optional[str] = None'] : []),
    'request_id: Optional[str] = None',
  ];
  const required = named.filter((text) => !text.includes('='));
  const optional = named.filter((text) => text.includes('='));
  const parameters = [
    'self',
    ...pathParameters.map((parameter) => `${parameter.name}: ${inputType(parameter.schema ?? {})}`),
    ...(isFree ? ['body: Mapping[str, Any]'] : []),
    '*',
    ...required,
    ...optional,
  ];
  const entries = (pairs: readonly (readonly [string, string])[]) =>
    `{${pairs.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`;
  const call = [
    `"${method.toUpperCase()}"`,
    `"${path}"`,
    ...(pathParameters.length === 0 ? [] : [`path=${entries(pathParameters.map(({ name: key = '' }) => [key, key]))}`]),
    ...(asked.length === 0
      ? []
      : [`query=given(${entries(asked.map((each) => [each.name ?? '', identifier(parameterName(each))]))})`]),
    ...(body === null
      ? []
      : [isFree ? 'body=dict(body)' : `body=given(${entries(members.map(({ key }) => [key, identifier(key)]))})`]),
    ...(takesKey ? ['takes_key=True', 'idempotency_key=idempotency_key'] : []),
    ...(takesIfMatch ? ['if_match=if_match'] : []),
    'request_id=request_id',
  ];
  const [type, text] = ((): [string, string] => {
    switch (reply.kind) {
      case 'list': {
        const item = models(reply.items, `${pascalCase(operation.id)}Item`);
        return [`${prefix}Listing[${item}]`, `return ${prefix}Listing(self._caller, ${call.slice(1).join(', ')})`];
      }
      case 'file':
        return [`${prefix}Download`, `return ${wait}self._caller.download(${call.slice(1).join(', ')})`];
      case 'nothing':
        return ['None', `${wait}self._caller.call(${call.join(', ')})`];
      case 'item': {
        const types = reply.schemas.map((schema) => models(schema, `${pascalCase(operation.id)}Data`));
        const data = types.length === 1 ? types[0]! : `Union[${types.join(', ')}]`;
        return [data, `return cast("${data}", ${wait}self._caller.call(${call.join(', ')}))`];
      }
    }
  })();
  return `    ${isList ? 'def' : def} ${snakeCase(name)}(
${parameters.map((each) => `        ${each},`).join('\n')}
    ) -> ${type}:
${comment(operation, members, asked)}
        ${text}`;
}

/** The annotation of a schema, with the classes of `models.py`. */
function models(schema: Schema, hint: string): string {
  return new Models()
    .typeOf(schema, hint)
    .replaceAll(/\b(?!Any\b|Dict\b|List\b|Literal\b|Optional\b|Union\b)[A-Z]\w+/g, 'models.$&');
}

interface Member {
  readonly key: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function bodyMembers({ properties = {}, required = [] }: Schema = {}): Member[] {
  return Object.entries(properties).map(([key, schema]) => ({ key, schema, isRequired: required.includes(key) }));
}

function argument(name: string, type: string, isRequired: boolean): string {
  return isRequired
    ? `${identifier(name)}: ${type}`
    : `${identifier(name)}: ${type === 'Any' ? 'Any' : `Union[${type}, NotGiven]`} = NOT_GIVEN`;
}

/** Where a parameter takes several values, a single one need not be put into a list. */
function parameterType(schema: Schema): string {
  return schema.items === undefined ? inputType(schema) : joined([inputType(schema.items), inputType(schema)]);
}

/** What a caller passes: any mapping or sequence, so that plain dicts and lists will do. */
function inputType(schema: Schema): string {
  const { $ref, type, enum: values, items, anyOf, oneOf } = schema;
  if ($ref !== undefined)
    return $ref.endsWith('/CascadeDefinition') ? 'Sequence[Mapping[str, Any]]' : 'Mapping[str, Any]';
  if (values !== undefined) return literal(values);
  const union = anyOf ?? oneOf;
  if (union !== undefined && type === undefined) return joined(union.map(inputType));
  const types = type === undefined ? [] : [type].flat();
  if (types.length === 0) return 'Any';
  return joined(
    types.map((each) => {
      if (each === 'array') return `Sequence[${items === undefined ? 'Any' : inputType(items)}]`;
      return each === 'object' ? 'Mapping[str, Any]' : scalar(each);
    }),
  );
}

function joined(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`;
}

function comment(operation: Operation, members: readonly Member[], asked: readonly Parameter[]): string {
  const { summary, description, method, path } = operation;
  const named = [
    ...members.map(({ key, schema }) => [key, schema.description] as const),
    ...asked.map((parameter) => [parameterName(parameter), parameter.description] as const),
  ];
  const lines = [
    `${summary}.`,
    '',
    ...description.split('\n'),
    ...(named.length === 0 ? [] : ['', ...named.map(([key, text = '']) => `:param ${identifier(key)}: ${text}`)]),
    '',
    `\`\`${method.toUpperCase()} ${path}\`\``,
  ];
  return `        """${docstringText(lines.join('\n'), '        ')}\n        """`;
}

/** One overload for each product, so that a checker knows the report by the product's code. */
function productOutput(document: Document): string {
  const outputs = productOutputsOf(document);
  const signature = (code: string, type: string) =>
    `def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: ${code}
) -> Optional[${type}]:`;
  return `${outputs.map(({ name, code }) => `@overload\n${signature(literal([code]), `models.${name}`)} ...`).join('\n\n\n')}


${signature('models.ProductCode', 'models.ProductOutput')}
    """The report that a product node pulled, typed by the product's code.

    None if the node has no output, because it was not reached, failed or was redacted.

    :raises TypeError: the execution came without outputs: the token lacks the scope \`executions:read:full\`
    """
    del product_code  # Only its type matters.
    if "step_outputs" not in execution:
        raise TypeError("step_outputs need a token with the scope executions:read:full")
    return cast("Optional[models.ProductOutput]", execution["step_outputs"].get(node_id))
`;
}
