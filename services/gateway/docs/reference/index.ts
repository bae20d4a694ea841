import { escapeHtml } from '../../../../core/interpolate.ts';
import { layOutPage, type Page } from '../site/layout.ts';
import type { Heading } from '../site/markdown.ts';
import { endpointsOf, nameOfRef, type ApiDocument, type Endpoint } from './document.ts';
import { endpointsOfTag, headingHtml, operationHtml } from './operation-html.ts';
import { EVENTS_PATH, operationPath, REFERENCE_PATH, SCHEMAS_PATH, slugOf, tagPath } from './paths.ts';
import { codeFigure, membersHtml, membersOf, prose, schemaHtml } from './schema-html.ts';

/**
 * The API reference: pages made from the OpenAPI document at their first request and kept in memory. It has the
 * overview, a page for each tag and each operation, the events, and the schemas. They can be read without scripts.
 */
export class Reference {
  readonly #read: () => ApiDocument;
  #document: ApiDocument | undefined;
  readonly #pages = new Map<string, string>();

  /** The document is read at the first request. */
  constructor(read: () => ApiDocument) {
    this.#read = read;
  }

  /** The whole HTML of a page, or undefined if there is none of that path. */
  page(path: string): string | undefined {
    const known = this.#pages.get(path);
    if (known !== undefined) return known;
    this.#document ??= this.#read();
    const found = referencePages(this.#document).find((page) => page.path === path);
    if (found === undefined) return undefined;
    const { title, make } = found;
    const html = layOutPage({ path, title, ...make() });
    this.#pages.set(path, html);
    return html;
  }
}

interface Content {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly section?: Page['section'];
  readonly isOperation?: boolean;
}

interface ReferencePage {
  readonly path: string;
  readonly title: string;
  readonly make: () => Content;
}

function referencePages(document: ApiDocument): ReferencePage[] {
  return [
    { path: REFERENCE_PATH, title: 'API reference', make: () => overview(document) },
    ...tagsOfOperations(document).map(({ name, description }) => ({
      path: tagPath(name),
      title: `API: ${name}`,
      make: () => tagPage(document, name, description),
    })),
    ...endpointsOf(document).map((endpoint) => ({
      path: pathOfEndpoint(endpoint),
      title: endpoint.operation.summary,
      make: () => operationPage(document, endpoint),
    })),
    { path: EVENTS_PATH, title: 'API: Events', make: () => eventsPage(document) },
    { path: SCHEMAS_PATH, title: 'API: Schemas', make: () => schemasPage(document) },
  ];
}

/** Events have a page of their own. */
const tagsOfOperations = (document: ApiDocument): ApiDocument['tags'] =>
  document.tags.filter(({ name }) => endpointsOfTag(document, name).length > 0);

function overview(document: ApiDocument): Content {
  const { info, servers } = document;
  const tags = tagsOfOperations(document);
  const groups = tags.map(({ name, description }) => {
    const items = endpointsOfTag(document, name).map(
      ({ method, path, operation }) =>
        `<li><span class="method ${method.toLowerCase()}">${method}</span> <a href="${operationPath(name, operation.operationId)}"><code>${escapeHtml(path)}</code></a> <span class="type">${escapeHtml(operation.summary)}</span></li>`,
    );
    return `${headingHtml(2, slugOf(name), name)}\n${prose(description)}\n<ul class="operations">${items.join('\n')}</ul>\n<p><a href="${tagPath(name)}">All about ${escapeHtml(name.toLowerCase())}</a></p>`;
  });
  return {
    html: `<h1>API reference</h1>
${prose(info.description)}
<p>Version ${escapeHtml(info.version)}, served at <code>${escapeHtml(servers[0]?.url ?? '')}</code>. Every request carries a token:</p>
${codeFigure('Example: a request', 'curl -sS "$API/me" -H "Authorization: Bearer $TOKEN"', 'bash')}
<p><a href="/docs">Start here</a> sets <code>API</code>, <code>TOKEN</code> and <code>key</code>, which the examples use. The numbers in them stand for ids of yours.</p>
<p>For tools: <a href="/api/openapi.json">the OpenAPI document</a>, and <a href="/docs/cascade.schema.json">the JSON Schema of definitions</a>. Beside the operations: <a href="${EVENTS_PATH}">the events</a> that webhooks deliver, <a href="${SCHEMAS_PATH}">all schemas</a>, <a href="/docs/api/errors">all error codes</a>.</p>
${groups.join('\n')}`,
    headings: tags.map(({ name }) => ({ id: slugOf(name), text: name, depth: 2 })),
  };
}

function tagPage(document: ApiDocument, tag: string, description: string): Content {
  const endpoints = endpointsOfTag(document, tag);
  const items = endpoints.map(
    ({ method, path, operation }) => `<section class="operation" aria-labelledby="${operation.operationId}">
${headingHtml(2, operation.operationId, operation.summary)}
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <a href="${operationPath(tag, operation.operationId)}"><code>${escapeHtml(path)}</code></a></p>
${prose(operation.description.split('\n\n')[0] ?? '')}
</section>`,
  );
  return {
    html: `<h1>${escapeHtml(tag)}</h1>
${prose(description)}
${items.join('\n')}`,
    headings: endpoints.map(({ operation }) => ({ id: operation.operationId, text: operation.summary, depth: 2 })),
    section: sectionOfTag(document, tag),
  };
}

/** An operation has one tag. */
const tagOf = ({ operation }: Endpoint): string => operation.tags[0] ?? '';
const pathOfEndpoint = (endpoint: Endpoint): string => operationPath(tagOf(endpoint), endpoint.operation.operationId);

function sectionOfTag(document: ApiDocument, tag: string): Page['section'] {
  const pages = endpointsOfTag(document, tag).map((endpoint) => ({
    path: pathOfEndpoint(endpoint),
    title: endpoint.operation.summary,
  }));
  return { path: tagPath(tag), pages };
}

function operationPage(document: ApiDocument, endpoint: Endpoint): Content {
  return {
    html: operationHtml(document, endpoint),
    headings: [],
    section: sectionOfTag(document, tagOf(endpoint)),
    isOperation: true,
  };
}

function eventsPage(document: ApiDocument): Content {
  const events = Object.entries(document.webhooks);
  const sections = events.map(([name, { post }]) => {
    const media = post.requestBody?.content['application/json'];
    const schema = media?.schema ?? {};
    const named = schema.$ref === undefined ? schema : document.components.schemas[nameOfRef(schema.$ref)];
    return `<section class="operation" aria-labelledby="${slugOf(name)}">
${headingHtml(2, slugOf(name), name)}
${prose(post.summary)}
${membersHtml(membersOf(named ?? {}))}
${codeFigure(`Example: ${name}`, JSON.stringify(media?.example, null, 2), 'json')}
</section>`;
  });
  const [first] = events;
  return {
    html: `<h1>Events</h1>
<p>What a <a href="/docs/webhooks">webhook</a> delivers: a POST with one of these bodies.</p>
${prose(first?.[1].post.description ?? '')}
${sections.join('\n')}`,
    headings: events.map(([name]) => ({ id: slugOf(name), text: name, depth: 2 })),
  };
}

function schemasPage(document: ApiDocument): Content {
  const { schemas } = document.components;
  const names = Object.keys(schemas).toSorted();
  const sections = names.map(
    (name) => `<section class="operation" aria-labelledby="${name}">
${headingHtml(2, name, name)}
${schemaHtml(schemas[name] ?? {}, schemas)}
</section>`,
  );
  return {
    html: `<h1>Schemas</h1>
<p>The records that requests and responses name. Members that are marked as required are always there.</p>
${sections.join('\n')}`,
    headings: names.map((name) => ({ id: name, text: name, depth: 2 })),
  };
}
