import type { PulledReport } from '../masks/index.ts';
import { isJsonObject } from '../json.ts';
import type { NodeBase } from './definition.ts';
import type { NodeRegistry } from './kinds.ts';

/** The reports that the nodes of a cascade pull. */
export function reportsIn(definition: readonly NodeBase[], registry: NodeRegistry): readonly PulledReport[] {
  return definition.flatMap((node) => {
    const source = registry.sourceOf(node);
    if (source?.kind !== 'report') return [];
    const { config } = node as { readonly config?: unknown };
    const name = isJsonObject(config) ? config.store_result_as : undefined;
    const product = source.product;
    return [{ nodeId: node.id, product, name: typeof name === 'string' ? name : undefined }];
  });
}
