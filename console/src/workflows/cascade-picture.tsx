import { useMemo } from 'react';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { pictureOf } from '../../../core/picture/index.ts';
import { withCounts, type BranchCount } from '../overview/branch-counts.ts';
import { Picture } from '../picture/picture.tsx';
import { drawableOf } from './drawable.ts';
import type { Warning } from './records.ts';

export interface CascadePictureProps {
  /** May be a definition that is still being written. */
  readonly definition: unknown;
  readonly warnings: readonly Pick<Warning, 'node_id'>[];
  /** Ids of nodes with errors, once per error. */
  readonly errors?: readonly string[];
  /** Description for screen readers. */
  readonly label: string;
  readonly chosen: string | null;
  /** How often each branch was taken. */
  readonly branches?: readonly BranchCount[];
  /** Called with null when no node is selected any more. */
  readonly onNode: (id: string | null) => void;
}

/** A cascade with its errors at the nodes. */
export function CascadePicture({
  definition,
  warnings,
  errors = NO_ERRORS,
  label,
  chosen,
  branches = NONE_TAKEN,
  onNode,
}: CascadePictureProps) {
  const { picture, lit } = useMemo(() => {
    const nodes = graphOf(drawableOf(definition));
    const found = nodes.map(({ id }) => ({
      id,
      wrong: errors.filter((one) => one === id).length,
      warned: warnings.filter((one) => one.node_id === id).length,
    }));
    const notes = found.flatMap(({ id, wrong, warned }): [string, string[]][] => {
      const lines = [...counted(wrong, 'error'), ...counted(warned, 'warning')];
      return lines.length === 0 ? [] : [[id, lines]];
    });
    const classOf = ({ wrong, warned }: (typeof found)[number]): string =>
      wrong > 0 ? 'failed' : warned > 0 ? 'warned' : '';
    return {
      picture: withCounts(pictureOf(nodes, new Map(notes)), branches),
      lit: { nodes: new Map(found.map((one) => [one.id, classOf(one)])), ways: new Map<string, string>() },
    };
  }, [definition, warnings, errors, branches]);
  return (
    <Picture
      picture={picture}
      lit={lit}
      label={label}
      chosen={chosen}
      onNode={(id) => onNode(id === chosen ? null : id)}
    />
  );
}

const NONE_TAKEN: readonly BranchCount[] = [];
const NO_ERRORS: readonly string[] = [];

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`⚠ ${count} ${what}${count === 1 ? '' : 's'}`];
}
