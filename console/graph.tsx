import { Empty } from './ui.tsx';

export interface GraphNode {
  id: string;
  title: string;
  state: string;
  /** Ids of the nodes before it. */
  after: readonly string[];
  href?: string;
}

const [wide, high, gapX, gapY] = [190, 52, 60, 18];
const most = 300;

/** Boxes from left to right, each behind those that it depends on. The same is told as a list to who cannot see it. */
export function Graph({ label, nodes: all }: { label: string; nodes: readonly GraphNode[] }) {
  const nodes = all.slice(0, most);
  if (nodes.length === 0) return <Empty>There is nothing to draw.</Empty>;
  const places = layout(nodes);
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + wide + 4;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + high + 4;
  return (
    <>
      {all.length > most && (
        <p class="soft">Only the first {most} are drawn. "Find" leaves fewer.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide graph" tabIndex={0} aria-label={label}>
        <div style={{ width: `${width}px`, height: `${height}px` }}>
          <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
            {nodes.flatMap(({ id, after }) =>
              after.flatMap((before) => {
                const [from, to] = [places.get(before), places.get(id)];
                if (from === undefined || to === undefined) return [];
                const [x1, y1, x2, y2] = [from.x + wide, from.y + high / 2, to.x, to.y + high / 2];
                const middle = (x1 + x2) / 2;
                return [
                  <path
                    key={`${before} ${id}`}
                    class="edge"
                    d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 6} ${y2}M${x2 - 6} ${y2 - 4}l6 4-6 4`}
                  />,
                ];
              }),
            )}
          </svg>
          <ul>
            {nodes.map(({ id, title, state, after, href }) => {
              const { x, y } = places.get(id)!;
              const told = after.length > 0 ? `after ${after.join(', ')}` : '';
              const inner = (
                <>
                  <b class="cut">{title}</b>
                  <span class="cut soft">
                    {id} – {state}
                  </span>
                  {told !== '' && <span class="unseen">{told}</span>}
                </>
              );
              return (
                <li key={id} style={{ left: `${x}px`, top: `${y}px` }} class={`node ${state}`}>
                  {href === undefined ? <span>{inner}</span> : <a href={href}>{inner}</a>}
                </li>
              );
            })}
          </ul>
        </div>
      </section>
    </>
  );
}

/** A column is the longest way to a node; a circle ends where it began. */
function layout(nodes: readonly GraphNode[]): Map<string, { x: number; y: number }> {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const depths = new Map<string, number>();
  const depth = (id: string, above: ReadonlySet<string>): number => {
    const found = depths.get(id);
    if (found !== undefined) return found;
    if (above.has(id)) return 0;
    const before = known.get(id)!.after.filter((one) => known.has(one));
    const own =
      before.length === 0
        ? 0
        : 1 + Math.max(...before.map((one) => depth(one, new Set([...above, id]))));
    depths.set(id, own);
    return own;
  };
  const rows = new Map<number, number>();
  return new Map(
    nodes.map(({ id }) => {
      const column = depth(id, new Set());
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [id, { x: 2 + column * (wide + gapX), y: 2 + row * (high + gapY) }];
    }),
  );
}
