import { Link } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ExecutionFilter } from '../executions/filter.ts';
import { countWords, marksUpTo, numberOf, type Count } from './figures.ts';

export interface Part {
  readonly name: string;
  /** Color of the part: a class of `overview.css`. */
  readonly tone: string;
  readonly count: Count;
  readonly executions: ExecutionFilter;
}

export interface Bar {
  /** The counted unit, such as a day. */
  readonly name: string;
  /** Short name below the bar. */
  readonly label: string;
  readonly parts: readonly Part[];
}

/** Used until the page has measured its width. */
const FIRST_WIDTH = 720;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;
/** Space for a label. */
const LABEL_WIDTH = 64;

/** Stacked bars whose parts link to what they count, with the same data as a table below. */
export function BarChart({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const { width, figure } = useWidth();
  const sums = bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + (numberOf(count) ?? 0), 0));
  const marks = marksUpTo(Math.max(...sums));
  const top = marks.at(-1) ?? 1;
  const scale = (HEIGHT - TOP - BOTTOM) / top;
  const step = (width - LEFT) / bars.length;
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  const tones = new Map(bars.flatMap(({ parts }) => parts.map(({ name, tone }) => [name, tone] as const)));
  return (
    <figure className="chart" ref={figure}>
      <ul className="legend" aria-hidden="true">
        {[...tones].map(([name, tone]) => (
          <li key={name}>
            <svg viewBox="0 0 10 10" width="10" height="10">
              <rect className={`bar ${tone}`} width="10" height="10" rx="2" />
            </svg>{' '}
            {name}
          </li>
        ))}
      </ul>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={label}>
        {marks.map((mark) => (
          <g key={mark} aria-hidden="true">
            <line className="grid" x1={LEFT} x2={width} y1={yOf(mark * scale)} y2={yOf(mark * scale)} />
            <text className="tick" x={LEFT - 6} y={yOf(mark * scale) + 4} textAnchor="end">
              {mark.toLocaleString('en')}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.name}>
            <Stack bar={bar} x={LEFT + index * step + step * 0.15} width={step * 0.7} scale={scale} />
            {index % every === 0 && (
              <text
                className="tick"
                x={LEFT + (index + 0.5) * step}
                y={HEIGHT - 6}
                textAnchor="middle"
                aria-hidden="true"
              >
                {bar.label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <AsTable label={label} bars={bars} />
    </figure>
  );
}

/** The width available in the page, so that text keeps its size. */
function useWidth() {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const element = figure.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(element.clientWidth, LEFT + 1)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { width, figure };
}

const yOf = (height: number): number => HEIGHT - BOTTOM - height;

interface StackProps {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly scale: number;
}

function Stack({ bar, x, width, scale }: StackProps) {
  let below = 0;
  return bar.parts.map(({ name, tone, count, executions }) => {
    const height = (numberOf(count) ?? 0) * scale;
    if (height === 0) return null;
    below += height;
    const words = `${bar.name}: ${countWords(count)} ${name.toLowerCase()}`;
    return (
      <Link key={name} to="/executions" search={executions} aria-label={words}>
        <rect className={`bar ${tone}`} x={x} y={yOf(below)} width={width} height={height}>
          <title>{words}</title>
        </rect>
      </Link>
    );
  });
}

function AsTable({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const id = useId();
  const names = [...new Set(bars.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  return (
    <details>
      <summary id={id}>As a table</summary>
      <div className="wide" tabIndex={0} role="region" aria-labelledby={id}>
        <table className="list figures" aria-label={label}>
          <thead>
            <tr>
              <th>Begins on</th>
              {names.map((name) => (
                <th key={name} className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, parts }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {names.map((each) => {
                  const part = parts.find((one) => one.name === each);
                  return (
                    <td key={each} className="number">
                      {part === undefined || part.count === 0 ? (
                        '0'
                      ) : (
                        <Link
                          to="/executions"
                          search={part.executions}
                          aria-label={`${countWords(part.count)} ${each.toLowerCase()}: ${name}`}
                        >
                          {countWords(part.count)}
                        </Link>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** A bar for a count relative to the largest. The number beside it carries the value. */
export function Share({
  count,
  most,
  tone = '',
}: {
  readonly count: Count;
  readonly most: number;
  readonly tone?: string;
}) {
  const width = most === 0 ? 0 : ((numberOf(count) ?? 0) / most) * 100;
  return (
    <svg className="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width="100" height="8" />
      <rect className={`bar ${tone}`} width={width} height="8" />
    </svg>
  );
}
