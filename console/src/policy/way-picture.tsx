import { useMemo } from 'react';
import { pictureOf } from '../../../core/picture/index.ts';
import type { GraphNode } from '../../../core/picture/graph.ts';
import { litOf } from '../execution/way.ts';
import { Picture } from '../picture/picture.tsx';
import { withNodes } from './lit.ts';
import { choiceNotes, ranOf } from './simulated.ts';
import type { Try } from './use-try.ts';

interface Props {
  readonly nodes: readonly GraphNode[];
  readonly attempt: Try;
  /** Lines of text at nodes. */
  readonly notes?: ReadonlyMap<string, readonly string[]>;
  readonly lit?: ReadonlySet<string>;
  readonly chosen?: string | null;
  readonly onNode?: (id: string) => void;
  readonly onPoint?: (id: string | null) => void;
}

const NONE: ReadonlySet<string> = new Set();
const NO_NOTES: ReadonlyMap<string, readonly string[]> = new Map();

/** The cascade, with the path of the last try and what is pointed at. */
export function WayPicture({ nodes, attempt, notes = NO_NOTES, lit = NONE, chosen = null, onNode, onPoint }: Props) {
  const { done, isStale } = attempt;
  const run = isStale ? null : done;
  const { picture, way } = useMemo(
    () => ({
      picture: pictureOf(nodes, run === null ? notes : choiceNotes(run.simulation)),
      way:
        run === null
          ? { nodes: new Map<string, string>(), ways: new Map<string, string>() }
          : litOf(ranOf(nodes, run.simulation, run.decisions)),
    }),
    [nodes, notes, run],
  );
  return (
    <>
      <Picture
        picture={picture}
        lit={withNodes(way, lit)}
        label={run === null ? 'The cascade' : 'The cascade with the way of this applicant'}
        chosen={chosen}
        {...(onNode === undefined ? {} : { onNode })}
        onPoint={onPoint}
      />
      {run !== null && <p className="soft small">Thick: the way of this applicant. Dashed: what would not run.</p>}
    </>
  );
}
