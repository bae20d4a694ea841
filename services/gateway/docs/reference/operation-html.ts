import { escapeHtml } from '../../../../core/interpolate.ts';
import { API_PREFIX } from '../../http/dispatch.ts';
import {
  endpointsOf,
  parametersOf,
  type ApiDocument,
  type ApiMedia,
  type ApiParameter,
  type Endpoint,
} from './document.ts';
import { samplesOf, type Sample } from './samples.ts';
import { codeFigure, inline, membersHtml, membersOf, prose, typeHtml } from './schema-html.ts';
import { tryHtml } from './try-html.ts';

const JSON_TYPE = 'application/json';

/** One operation: description, parameters, body, responses and errors; beside them examples, and a form. */
export function operationHtml(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path, operation } = endpoint;
  const { operationId, summary, description, requestBody } = operation;
  const parameters = parametersOf(document, operation);
  const body = requestBody?.content[JSON_TYPE];
  return `<section class="operation" aria-labelledby="${operationId}">
<h1 id="${operationId}">${escapeHtml(summary)}</h1>
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${API_PREFIX}${escapeHtml(path)}</code></p>
<div class="beside">
<div class="text">
${prose(description)}
${parametersHtml(parameters, operationId)}
${body === undefined ? '' : bodyHtml(body, requestBody?.required === true, operationId)}
${responsesHtml(endpoint)}
</div>
<div class="examples">
${headingHtml(2, `${operationId}-example`, 'Example')}
<div data-tabs>
${samplesOf(document, endpoint)
  .map((sample) => sampleHtml(sample, summary))
  .join('\n')}
</div>
${responseExamplesHtml(endpoint)}
${tryHtml(document, endpoint)}
</div>
</div>
</section>`;
}

function sampleHtml({ title, language, text }: Sample, summary: string): string {
  return `<div data-tab="${title}">${codeFigure(`Example in ${title}: ${summary}`, text, language)}</div>`;
}

function responseExamplesHtml({ operation }: Endpoint): string {
  return Object.entries(operation.responses)
    .filter(([status, { content }]) => Number(status) < 400 && content?.[JSON_TYPE] !== undefined)
    .map(([status, { content }]) => {
      const example = JSON.stringify(content?.[JSON_TYPE]?.example, null, 2);
      return `<h3>Response, status ${status}</h3>
${codeFigure(`Response with status ${status}`, example, 'json')}`;
    })
    .join('\n');
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
  return `${headingHtml(2, `${operationId}-parameters`, 'Parameters')}${membersHtml(members)}`;
}

function bodyHtml({ schema }: ApiMedia, isRequired: boolean, operationId: string): string {
  const members = membersHtml(membersOf(schema));
  return `${headingHtml(2, `${operationId}-body`, 'Body')}
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
  return `${headingHtml(2, `${operationId}-response`, 'Response')}
${successes.map(([status, response]) => successHtml(status, response)).join('\n')}
${headingHtml(2, `${operationId}-errors`, 'Errors')}
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
  return `${head}
${membersHtml(membersOf(json.schema))}`;
}

/** The operations of a tag, in the order of the document. */
export function endpointsOfTag(document: ApiDocument, tag: string): Endpoint[] {
  return endpointsOf(document).filter(({ operation }) => operation.tags.includes(tag));
}
