import { escapeHtml } from '../../../../core/interpolate.ts';
import { API_PREFIX } from '../../http/dispatch.ts';
import {
  endpointsOf,
  parametersOf,
  type ApiDocument,
  type ApiMedia,
  type ApiParameter,
  type ApiSchema,
  type Endpoint,
} from './document.ts';
import { codeFigure, inline, membersHtml, membersOf, prose, typeHtml } from './schema-html.ts';

const JSON_TYPE = 'application/json';

/** One operation: what it does, an example to run, its parameters and body, what it returns, and its errors. */
export function operationHtml(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path, operation } = endpoint;
  const { operationId, summary, description, requestBody } = operation;
  const parameters = parametersOf(document, operation);
  const body = requestBody?.content[JSON_TYPE];
  return `<section class="operation" aria-labelledby="${operationId}">
${headingHtml(2, operationId, summary)}
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${API_PREFIX}${escapeHtml(path)}</code></p>
${prose(description)}
${codeFigure(`Example: ${summary}`, curlOf(document, endpoint), 'bash')}
${parametersHtml(parameters, operationId)}
${body === undefined ? '' : bodyHtml(body, requestBody?.required === true, operationId)}
${responsesHtml(endpoint)}
</section>`;
}

/** A heading with a link to itself beside it, as on the pages from Markdown. */
export function headingHtml(depth: 2 | 3, id: string, text: string): string {
  const label = escapeHtml(`Link to ${text}`);
  return `<div class="heading"><h${depth} id="${id}">${escapeHtml(text)}</h${depth}><a class="anchor" href="#${id}" aria-label="${label}">#</a></div>`;
}

function parametersHtml(parameters: readonly ApiParameter[], operationId: string): string {
  const members = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    schema: { ...schema, description },
    isRequired: required,
    note: `in the ${place === 'header' ? 'headers' : place}`,
  }));
  return `${headingHtml(3, `${operationId}-parameters`, 'Parameters')}${membersHtml(members)}`;
}

function bodyHtml({ schema }: ApiMedia, isRequired: boolean, operationId: string): string {
  const members = membersHtml(membersOf(schema));
  return `${headingHtml(3, `${operationId}-body`, 'Body')}
<p>JSON, ${isRequired ? 'required' : 'optional'}${schema.$ref === undefined ? '' : `: ${typeHtml(schema)}`}.</p>
${members}`;
}

function responsesHtml({ operation }: Endpoint): string {
  const { operationId, responses } = operation;
  const all = Object.entries(responses);
  const successes = all.filter(([status]) => Number(status) < 400);
  const failures = all.filter(([status]) => Number(status) >= 400);
  const codes = failures.flatMap(([status, { content }]) =>
    Object.keys(content?.[JSON_TYPE]?.examples ?? {}).map((code) => ({ status, code })),
  );
  const links = codes.map(
    ({ status, code }) => `<li>${status} <a href="/docs/api/errors/${code}"><code>${code}</code></a></li>`,
  );
  return `${headingHtml(3, `${operationId}-response`, 'Response')}
${successes.map(([status, response]) => successHtml(status, response)).join('\n')}
${headingHtml(3, `${operationId}-errors`, 'Errors')}
<ul class="codes">${links.join('')}</ul>`;
}

function successHtml(
  status: string,
  {
    description,
    content = {},
  }: { readonly description: string; readonly content?: Readonly<Record<string, ApiMedia>> },
): string {
  const head = `<p><strong>${status}</strong> ${inline(description)}</p>`;
  const json = content[JSON_TYPE];
  if (json === undefined) {
    const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`);
    return types.length === 0 ? head : `${head}<p>A file: ${types.join(' or ')}.</p>`;
  }
  const example = JSON.stringify(json.example, null, 2);
  return `${head}
${membersHtml(membersOf(json.schema))}
<details><summary>Example of the response with status ${status}</summary>
${codeFigure('Response', example, 'json')}
</details>`;
}

/** A command that can be run in a shell that "Start here" has prepared. */
function curlOf(document: ApiDocument, { method, path, operation }: Endpoint): string {
  const parameters = parametersOf(document, operation);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const example = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example;
    return String(example ?? 4711);
  });
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const asked = query.map(({ name, schema, example }) => `${name}=${String(example ?? exampleOf(schema))}`);
  const media = operation.requestBody?.content[JSON_TYPE];
  const takesKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  const isFile = Object.entries(operation.responses).some(
    ([status, { content }]) => status === '200' && content !== undefined && content[JSON_TYPE] === undefined,
  );
  const needsMethod = method !== 'GET' && !(method === 'POST' && media !== undefined);
  const lines = [
    `curl -sS${needsMethod ? ` -X ${method}` : ''}${isFile ? ' -OJ' : ''} "$API${filled}${asked.length === 0 ? '' : `?${asked.join('&')}`}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(takesKey ? ['-H "Idempotency-Key: $(key)"'] : []),
    ...(media === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(media.example, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

function exampleOf({ type, enum: values }: ApiSchema): unknown {
  return values?.[0] ?? (type === 'integer' ? 4712 : 'text');
}

/** The operations of a tag, in the order of the document. */
export function endpointsOfTag(document: ApiDocument, tag: string): Endpoint[] {
  return endpointsOf(document).filter(({ operation }) => operation.tags.includes(tag));
}
