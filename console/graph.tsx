import type { ComponentChildren } from 'preact';
import { Empty } from './ui.tsx';

export interface GraphNode {
  id: string;
  title: string;
  /** In words; also what the box looks like. */
  state: string;
  /** Ids of the nodes before it. */
  after: readonly string[];
  href?: string;
}

/** An arrow beside those that `after` tells: where a condition holds, or back for another round. */
export interface GraphArrow {
  from: string;
  to: string;
  kind: 'maybe' | 'again';
}

const [wide, gapX, gapY] = [230, 48, 18];
const most = 300;

interface Box {
  x: number;
  y: number;
}

/**
 * Boxes, each behind those that it depends on: from left to right, or downwards. The same is told as a list to who cannot see
 * it. `inner`: what stands in a box in place of its title and state.
 */
export function Graph(props: {
  label: string;
  nodes: readonly GraphNode[];
  arrows?: readonly GraphArrow[];
  down?: boolean;
  high?: number;
  inner?(node: GraphNode): ComponentChildren;
}) {
  const { label, nodes: all, arrows = [], down = false, high = 52, inner } = props;
  const nodes = all.slice(0, most);
  if (nodes.length === 0) return <Empty>There is nothing to draw.</Empty>;
  const before = new Map(nodes.map(({ id, after }) => [id, [...after]]));
  for (const { from, to, kind } of arrows) if (kind === 'maybe') before.get(to)?.push(from);
  const places = layout(before, down, high);
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + wide + (down ? 60 : 4);
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + high + 4;
  const drawn = [
    ...nodes.flatMap(({ id, after }) => after.map((from) => ({ from, to: id, kind: 'next' }))),
    ...arrows,
  ];
  return (
    <>
      {all.length > most && (
        <p class="soft">Only the first {most} are drawn. "Find" leaves fewer.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide graph" tabIndex={0} aria-label={label}>
        <div style={{ width: `${width}px`, height: `${height}px` }}>
          <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
            {drawn.map(({ from, to, kind }) => {
              const [a, b] = [places.get(from), places.get(to)];
              if (a === undefined || b === undefined) return null;
              const path = kind === 'again' ? back(a, b, high) : way(a, b, down, high);
              return <path key={`${from} ${to} ${kind}`} class={`edge ${kind}`} d={path} />;
            })}
            {arrows.map(({ from, to, kind }) => {
              const [a, b] = [places.get(from), places.get(to)];
              if (kind !== 'again' || a === undefined || b === undefined) return null;
              return (
                <text
                  key={`${from} ${to}`}
                  x={Math.max(a.x, b.x) + wide + 22}
                  y={(a.y + b.y + high) / 2 + 4}
                >
                  again
                </text>
              );
            })}
          </svg>
          <ul>
            {nodes.map((node) => {
              const { id, title, state, after, href } = node;
              const { x, y } = places.get(id)!;
              const told = after.length > 0 ? `after ${after.join(', ')}` : '';
              const shown = inner?.(node) ?? (
                <>
                  <b class="cut">{title}</b>
                  <span class="cut soft">
                    {id} – {state}
                  </span>
                  {told !== '' && <span class="unseen">{told}</span>}
                </>
              );
              return (
                <li
                  key={id}
                  style={{ left: `${x}px`, top: `${y}px`, height: `${high}px` }}
                  class={`node ${state}`}
                >
                  {inner ? (
                    shown
                  ) : href === undefined ? (
                    <span>{shown}</span>
                  ) : (
                    <a href={href}>{shown}</a>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      </section>
    </>
  );
}

/** From a box to one behind it, with a head. */
function way(a: Box, b: Box, down: boolean, high: number): string {
  if (down) {
    const [x1, y1, x2, y2] = [a.x + wide / 2, a.y + high, b.x + wide / 2, b.y];
    const middle = (y1 + y2) / 2;
    return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2 - 6}M${x2 - 4} ${y2 - 6}l4 6 4-6`;
  }
  const [x1, y1, x2, y2] = [a.x + wide, a.y + high / 2, b.x, b.y + high / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 6} ${y2}M${x2 - 6} ${y2 - 4}l6 4-6 4`;
}

/** From a box back to one before it, along their right sides, with a head. */
function back(a: Box, b: Box, high: number): string {
  const [x1, y1, x2, y2] = [a.x + wide, a.y + high / 2 + 6, b.x + wide, b.y + high / 2 - 6];
  const out = Math.max(x1, x2) + 18;
  return `M${x1} ${y1}C${out} ${y1} ${out} ${y1} ${out} ${y1 - 12}V${y2 + 12}C${out} ${y2} ${out} ${y2} ${x2 + 6} ${y2}M${x2 + 6} ${y2 - 4}l-6 4 6 4`;
}

/** A rank is the longest way to a node; a circle ends where it began. */
function layout(
  before: ReadonlyMap<string, readonly string[]>,
  down: boolean,
  high: number,
): Map<string, Box> {
  const ranks = new Map<string, number>();
  const rank = (id: string, above: ReadonlySet<string>): number => {
    const found = ranks.get(id);
    if (found !== undefined) return found;
    if (above.has(id)) return 0;
    const known = before.get(id)!.filter((one) => before.has(one));
    const own =
      known.length === 0
        ? 0
        : 1 + Math.max(...known.map((one) => rank(one, new Set([...above, id]))));
    ranks.set(id, own);
    return own;
  };
  const counts = new Map<number, number>();
  return new Map(
    [...before.keys()].map((id) => {
      const own = rank(id, new Set());
      const count = counts.get(own) ?? 0;
      counts.set(own, count + 1);
      const [x, y] = down
        ? [count * (wide + gapY), own * (high + 28)]
        : [own * (wide + gapX), count * (high + gapY)];
      return [id, { x: 2 + x, y: 2 + y }];
    }),
  );
}
