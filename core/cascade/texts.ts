import { interpolate, MAX_DISTINCT_PATHS, MAX_INTERPOLATED_BYTES, type Escape } from '../interpolate.ts';
import type { JsonSchema } from '../json.ts';
import type { Turn, VisitContext } from './contract.ts';
import { lookUp } from './scope.ts';

const ON_UNRESOLVED = ['empty', 'fail'] as const;

/** A node whose texts are interpolated. */
export interface WithTexts {
  readonly on_unresolved?: (typeof ON_UNRESOLVED)[number];
}

export const ON_UNRESOLVED_SCHEMA: JsonSchema = {
  type: 'string',
  enum: ON_UNRESOLVED,
  default: 'empty',
  description: 'What a `{{path}}` without a value does: `empty` gives empty text, `fail` fails the step.',
};

interface Template {
  readonly template: string;
  readonly escape?: Escape;
}

/** `failure`: what the node's turn is instead. */
export type Texts<K extends string> =
  | {
      readonly texts: Readonly<Record<K, string>>;
      readonly unresolved: readonly string[];
      readonly failure?: undefined;
    }
  | { readonly failure: Turn & { readonly do: 'fail' } };

/** Interpolates the texts of a node, all or none. Source: semantics 5 and 8. */
export function interpolateTexts<K extends string>(
  node: WithTexts,
  visit: VisitContext,
  templates: Readonly<Record<K, Template>>,
): Texts<K> {
  const texts: Partial<Record<K, string>> = {};
  const unresolved = new Set<string>();
  for (const name of Object.keys(templates) as K[]) {
    const { template, escape } = templates[name];
    const interpolated = interpolate(template, (path) => lookUp(visit, path), visit.work, escape);
    if (interpolated.isTooLarge) {
      const excess = interpolated.hasTooManyPaths
        ? `has more than ${MAX_DISTINCT_PATHS} different {{paths}}`
        : `exceeds ${MAX_INTERPOLATED_BYTES / 1024} KiB once it is interpolated`;
      return { failure: { do: 'fail', code: 'output_too_large', message: `The text \`${name}\` ${excess}.` } };
    }
    texts[name] = interpolated.text;
    for (const path of interpolated.unresolved) unresolved.add(path);
  }
  if (node.on_unresolved === 'fail' && unresolved.size > 0) {
    const named = [...unresolved].slice(0, 5).map((path) => `{{${path.slice(0, 80)}}}`);
    const message = `${named.join(', ')}${unresolved.size > 5 ? ' and others have' : unresolved.size > 1 ? ' have' : ' has'} no value.`;
    return { failure: { do: 'fail', code: 'variable_unresolved', message } };
  }
  return { texts: texts as Record<K, string>, unresolved: [...unresolved] };
}
