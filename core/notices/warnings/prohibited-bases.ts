import { quote } from '../../cascade/checks.ts';
import type { NodeBase } from '../../cascade/definition.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { valuesRead } from '../../cascade/nodes/if-else.ts';
import { isKind, NODES } from '../../cascade/registry.ts';
import type { NodeRegistry } from '../../cascade/kinds.ts';
import { declared, type Dictionary } from '../../fields/dictionary.ts';
import { BASIS_WORDS } from '../../fields/questions.ts';
import type { FieldBasis } from '../../fields/spec.ts';

interface BasisRead {
  readonly nodeId: string;
  readonly field: string;
  /** Null for a possible proxy. */
  readonly basis: string | null;
}

/** The declared basis. A date of birth and an age have the basis age. */
function basisOf(dictionary: Dictionary, field: string): FieldBasis | undefined {
  const spec = declared(dictionary, field)?.spec;
  return spec?.basis ?? (spec?.kind === 'age' || spec?.kind === 'birth' ? 'age' : undefined);
}

/** The conditions of choices on the caller's data about a person that read a prohibited basis or a proxy for one. */
function basesRead(
  definition: readonly NodeBase[],
  registry: NodeRegistry,
  dictionary: Dictionary,
): readonly BasisRead[] {
  const isReport = (id: string) => {
    const source = definition.find((node) => node.id === id);
    return source !== undefined && registry.sourceOf(source)?.kind === 'report';
  };
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const fields = valuesRead(node)
      .filter(({ source_node_id: id }) => !isReport(id))
      .map(({ field }) => field);
    return [...new Set(fields)].flatMap((field): BasisRead[] => {
      const basis = basisOf(dictionary, field);
      return basis === undefined
        ? []
        : [{ nodeId: node.id, field, basis: basis === 'proxy' ? null : BASIS_WORDS[basis] }];
    });
  });
}

export const warnOfProhibitedBases =
  (dictionary: Dictionary): LintRule =>
  (definition, registry) =>
    basesRead(definition, registry, dictionary).map(({ nodeId, field, basis }) =>
      basis === null
        ? {
            code: 'proxy_of_prohibited_basis' as const,
            node_id: nodeId,
            message: `${quote(field)} often stands for race or national origin: check that the choice does without it.`,
          }
        : {
            code: 'prohibited_basis' as const,
            node_id: nodeId,
            message:
              `${quote(field)} reads ${basis}, on which nobody may be turned down (15 USC 1691(a); 42 USC 3604). ` +
              'Live mode needs `prohibited_basis_note` in the node: which law allows it here, and why.',
          },
    );

/** The choices on a prohibited basis without a note on why the law allows it. */
export function unexplainedBases(definition: readonly NodeBase[], dictionary: Dictionary): readonly BasisRead[] {
  return basesRead(definition, NODES, dictionary).filter(({ nodeId, basis }) => {
    const node = definition.find(({ id }) => id === nodeId);
    const note = node !== undefined && isKind(node, 'IfElse') ? node.prohibited_basis_note : undefined;
    return basis !== null && (note ?? '').trim() === '';
  });
}
