import type { Route } from '../../http/route.ts';

/** Collections by the `object` of records; a record's member holds the id with which `/<collection>/{id}` reads it. */
const COLLECTIONS: Readonly<Record<string, { readonly collection: string; readonly member: string }>> = {
  workflow: { collection: 'workflows', member: 'id' },
  workflow_template: { collection: 'workflow_templates', member: 'id' },
  execution: { collection: 'executions', member: 'id' },
  batch: { collection: 'batches', member: 'id' },
  webhook_subscription: { collection: 'webhook_subscriptions', member: 'id' },
  webhook_delivery: { collection: 'webhook_deliveries', member: 'id' },
  // A review has no path of its own: acts on it name its execution.
  review: { collection: 'executions', member: 'execution_id' },
};

/** Parts of a record: their path parameter, and the member of the part that fills it. */
const PARTS: Readonly<Record<string, { readonly parameter: string; readonly member: string }>> = {
  report_artifact: { parameter: 'artifact_id', member: 'id' },
  notice_artifact: { parameter: 'artifact_id', member: 'id' },
  workflow_version: { parameter: 'version', member: 'version' },
};

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The operations that take the id of a response's record: one that was created, or the first one of a list. For tools
 * that follow links, such as fuzzers.
 */
export function linksOf(route: Route, routes: readonly Route[]): Record<string, Link> | undefined {
  const source = sourceOf(route);
  if (source === undefined) return undefined;
  const { object, pointer } = source;
  const named = COLLECTIONS[object];
  const part = PARTS[object];
  const links = routes.flatMap((target): [string, Link][] => {
    const parameters = [...target.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    if (named !== undefined && target.path.startsWith(`/${named.collection}/{id}`) && parameters.length === 1) {
      const { operationId } = target;
      return [[operationId, { operationId, parameters: { id: `$response.body#${pointer}/${named.member}` } }]];
    }
    const isPart = part !== undefined && target.path.startsWith(`${route.path}/{${part.parameter}}`);
    if (!isPart) return [];
    const own = { id: '$request.path.id', [part.parameter]: `$response.body#${pointer}/${part.member}` };
    return [[target.operationId, { operationId: target.operationId, parameters: own }]];
  });
  return links.length === 0 ? undefined : Object.fromEntries(links);
}

function sourceOf({ method, reply }: Route): { readonly object: string; readonly pointer: string } | undefined {
  if (reply.kind === 'page' || reply.kind === 'collection') return { object: reply.object, pointer: '/data/0' };
  if (method !== 'POST' || reply.kind !== 'item' || reply.status === 200) return undefined;
  const { object } = reply.example;
  return typeof object === 'string' ? { object, pointer: '/data' } : undefined;
}
