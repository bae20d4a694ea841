import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { Box, Label, Line, Picture as Drawn } from '../../../core/picture/index.ts';

/** Additional classes of nodes by id, and of edges by `wayId`: see `data/style/picture.css`. */
export interface Lit {
  readonly nodes: ReadonlyMap<string, string>;
  readonly ways: ReadonlyMap<string, string>;
}

interface Props {
  readonly picture: Drawn;
  /** Description for screen readers. */
  readonly label: string;
  readonly lit?: Lit;
  readonly chosen?: string | null;
  /** Makes nodes selectable by pointer and keyboard. */
  readonly onNode?: (id: string) => void;
  /** Called when a node is pointed at or focused; null when none is any more. */
  readonly onPoint?: ((id: string | null) => void) | undefined;
}

/** A cascade drawn as in the documentation, highlighted by classes. */
export function Picture({ picture, label, lit, chosen = null, onNode, onPoint }: Props) {
  const { width, height, boxes, lines, words } = picture;
  const arrow = useId();
  const figure = useRef<HTMLElement>(null);
  const first = boxes[0]?.id;
  // If the picture does not fit, scrolling starts where a run does.
  useLayoutEffect(() => {
    const [element, node] = [figure.current, figure.current?.querySelector('.node')];
    if (element === null || node === null || node === undefined) return;
    const [outer, inner] = [element.getBoundingClientRect(), node.getBoundingClientRect()];
    element.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }, [first]);
  // Scrolls to a node selected elsewhere if the figure itself scrolls; the page stays in place.
  useEffect(() => {
    const element = figure.current;
    const nodes = [...(element?.querySelectorAll('.node') ?? [])];
    const node = nodes.find((one) => one.getAttribute('data-node') === chosen);
    if (element === null || node === undefined) return;
    const [outer, inner] = [element.getBoundingClientRect(), node.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      element.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    }
    if (inner.left < outer.left || inner.right > outer.right) {
      element.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    }
  }, [chosen]);
  return (
    <figure className="drawing" tabIndex={0} role="group" aria-label={label} ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        style={{ minWidth: Math.min(width, Math.max(width * LEAST_SCALE, LEAST_WIDTH)) }}
        role={onNode === undefined ? 'img' : 'group'}
        aria-label={words}
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="11"
            markerHeight="11"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className="head" d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {lines.map((line) => (
          <Way key={line.id} line={line} arrow={arrow} lit={lit?.ways.get(line.id)} />
        ))}
        {boxes.map((box) => (
          <Node
            key={box.id}
            box={box}
            lit={`${lit?.nodes.get(box.id) ?? ''}${box.id === chosen ? ' chosen' : ''}`}
            isChosen={box.id === chosen}
            onNode={onNode}
            onPoint={onPoint}
          />
        ))}
        {lines.map(({ id, label: text }) => text !== null && <WayLabel key={id} label={text} />)}
      </svg>
    </figure>
  );
}

/** A wide picture is scaled down as long as it stays readable. */
const LEAST_SCALE = 0.85;
const LEAST_WIDTH = 240;

function Way({
  line,
  arrow,
  lit = '',
}: {
  readonly line: Line;
  readonly arrow: string;
  readonly lit?: string | undefined;
}) {
  return <path className={`edge ${line.key} ${lit}`} markerEnd={`url(#${arrow})`} d={line.path} />;
}

function WayLabel({ label: { x, y, width, text, term } }: { readonly label: Label }) {
  return (
    <>
      <rect className="label-ground" x={x - width / 2} y={y - 11} width={width} height={15} />
      <text className="label" x={x} y={y} textAnchor="middle">
        <title>{term}</title>
        {text}
      </text>
    </>
  );
}

interface NodeProps {
  readonly box: Box;
  readonly lit: string;
  readonly isChosen: boolean;
  readonly onNode: ((id: string) => void) | undefined;
  readonly onPoint: ((id: string | null) => void) | undefined;
}

function Node({ box, lit, isChosen, onNode, onPoint }: NodeProps) {
  const { id, x, y, width, height, name, shown, kind, kindCalled, notes } = box;
  const middle = x + width / 2;
  const press =
    onNode === undefined
      ? {}
      : {
          role: 'button',
          tabIndex: 0,
          'aria-pressed': isChosen,
          onClick: () => onNode(id),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            onNode(id);
          },
        };
  const point =
    onPoint === undefined
      ? {}
      : {
          onMouseEnter: () => onPoint(id),
          onMouseLeave: () => onPoint(null),
          onFocus: () => onPoint(id),
          onBlur: () => onPoint(null),
        };
  return (
    <g className={`node ${kind} ${lit}`} data-node={id} {...press} {...point}>
      {/* The button's name is its visible text; the panel that it opens uses the term of the API. */}
      {onNode === undefined && (
        <title>
          {name} ({kind})
        </title>
      )}
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <text className="name" x={middle} y={y + 20} textAnchor="middle">
        {shown}
      </text>
      <text className="kind" x={middle} y={y + 36} textAnchor="middle">
        {kindCalled}
      </text>
      {notes.map((note, index) => (
        <text key={index} className="note" x={middle} y={y + 53 + index * 16} textAnchor="middle">
          {note}
        </text>
      ))}
    </g>
  );
}
