import type { Document, Schema } from './document.ts';
import { PAGING, parameterName, pascalCase, resourcesOf, type Operation, type Resource } from './operations.ts';

const HEAD = `/**
 * One class for each resource of the Cascade API. Generated from its OpenAPI document: do not edit, run
 * \`npm run client:generate\`. Names of resources and methods: clients/generate/resources.ts.
 */
import type { Calls } from './calls.ts';
import { List, filters } from './list.ts';
import type { BodyOf, DataOf, ListQueryOf, OptionsOfCall, QueryOf } from './types.ts';

abstract class Resource {
  // Private to the language, so that a client can be printed.
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  protected get calls(): Calls {
    return this.#calls;
  }
}
`;

/** Text of `resources.generated.ts\`. */
export function typescriptResources(document: Document): string {
  return [HEAD, ...resourcesOf(document).map(classOf)].join('\n');
}

function classOf({ name, operations }: Resource): string {
  return `export class ${pascalCase(name)}Operations extends Resource {
${operations.map(methodOf).join('\n\n')}
}
`;
}

function methodOf(operation: Operation): string {
  const { name, method, path, pathParameters, body, query, reply } = operation;
  const at = `'${method}', '${path}'`;
  const isList = reply.kind === 'list';
  const isQueried = query.some((parameter) => !isList || !PAGING.has(parameterName(parameter)));
  const isQueryNeeded = query.some(({ required }) => required === true);
  const parameters = [
    ...pathParameters.map(({ name: each, schema }) => `${each}: ${typeOf(schema)}`),
    ...(body === null ? [] : [`body${body.isRequired ? '' : '?'}: BodyOf<${at}>`]),
    ...(isList ? [`query: ListQueryOf<'${path}'> = {}`] : []),
    ...(isQueried && !isList ? [`query${isQueryNeeded ? '' : '?'}: QueryOf<${at}>`] : []),
    `options: OptionsOfCall<${at}> = {}`,
  ];
  const fields = [
    '...options',
    ...(pathParameters.length === 0 ? [] : [`path: { ${pathParameters.map(({ name: each }) => each).join(', ')} }`]),
    ...(body === null ? [] : [body.isRequired ? 'body' : '...(body === undefined ? {} : { body })']),
    ...(isQueried && !isList ? [isQueryNeeded ? 'query' : '...(query === undefined ? {} : { query })'] : []),
  ];
  const call = (verb: string) => `this.calls.${verb}('${path}', { ${fields.join(', ')} })`;
  const [type, text] = ((): [string, string] => {
    switch (reply.kind) {
      case 'list':
        return [
          `List<'${path}'>`,
          `return new List(this.calls, '${path}', { ${[...fields, 'query: filters(query)'].join(', ')} });`,
        ];
      case 'file':
        return ['Promise<Response>', `return ${call('download')};`];
      case 'nothing':
        return ['Promise<void>', `await ${call(method)};`];
      case 'item':
        return [`Promise<DataOf<${at}>>`, `return (await ${call(method)}).data;`];
    }
  })();
  const isAsync = reply.kind === 'nothing' || reply.kind === 'item';
  return `${comment(operation)}
  ${isAsync ? 'async ' : ''}${name}(${parameters.join(', ')}): ${type} {
    ${text}
  }`;
}

function typeOf({ type, enum: values }: Schema = {}): string {
  if (values !== undefined) return values.map((value) => `'${String(value)}'`).join(' | ');
  return type === 'integer' ? 'number' : 'string';
}

function comment({ summary, description, method, path }: Operation): string {
  const lines = [`${summary}.`, '', ...description.split('\n'), '', `\`${method.toUpperCase()} ${path}\``];
  return ['  /**', ...lines.map((line) => `   * ${line.replaceAll('*/', '*\\/')}`.trimEnd()), '   */'].join('\n');
}
