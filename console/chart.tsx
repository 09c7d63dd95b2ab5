import type { SessionPage } from '../src/core/page/model.ts';
import { counted, thousands, useNarrow } from './ui.tsx';

/** How full the context was over the session, with its compactions. */
export function SizeChart({ sizes, compactions }: Pick<SessionPage, 'sizes' | 'compactions'>) {
  const narrow = useNarrow(760);
  const usual = useNarrow(1300);
  if (sizes.length < 2) return null;
  const [width, height, left, bottom] = [narrow ? 360 : usual ? 800 : 1400, 180, 44, 20];
  const most = Math.max(...sizes.map(({ tokens }) => tokens), 1);
  const last = sizes.at(-1)!.at || 1;
  const x = (at: number): number => left + (Math.min(at, last) / last) * (width - left - 8);
  const y = (tokens: number): number => height - bottom - (tokens / most) * (height - bottom - 24);
  const line = sizes.map(({ at, tokens }) => `${x(at).toFixed(1)},${y(tokens).toFixed(1)}`);
  const told = `How full the context was: at most ${thousands(most)} tokens, ${counted(compactions.length, 'compaction')}.`;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={told}>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <path class="grid" d={`M${left} ${y(most * part)}H${width - 8}`} />
            <text x={left - 6} y={y(most * part) + 4} text-anchor="end">
              {thousands(most * part)}
            </text>
          </g>
        ))}
        <polygon class="area" points={`${left},${y(0)} ${line.join(' ')} ${x(last)},${y(0)}`} />
        <polyline class="line" points={line.join(' ')} />
        {compactions.map(({ number, reports }) => (
          <g key={number} class="mark">
            <path d={`M${x(reports)} 18V${height - bottom}`} />
            <text x={x(reports)} y={13} text-anchor="middle">
              {number}
            </text>
          </g>
        ))}
        <text x={left} y={height - 4}>
          beginning
        </text>
        <text x={width - 8} y={height - 4} text-anchor="end">
          now
        </text>
      </svg>
      <figcaption>
        Tokens in the context, by requests to the model. Dashed lines with a number are compactions.
      </figcaption>
    </figure>
  );
}
