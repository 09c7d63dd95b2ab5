import type { SessionAudit } from '../report.ts';
import { count, moment } from '../words.ts';
import { html, type Markup, nothing } from './markup.ts';

const width = 720;
const height = 230;
const plot = { left: 70, right: 708, top: 26, bottom: 196 };
/** A longer pause is drawn as long as this, so that nights do not squeeze the work. */
const longestPauseMs = 600_000;
const mostPoints = 300;

interface Spot {
  x: number;
  tokens: number;
}

/** The size of the context over the time worked, with a line for each compaction. Empty where nothing tells of sizes. */
export function sizeChart(session: SessionAudit): Markup {
  const { spots, marks } = placed(session);
  const top = niceTop(Math.max(0, ...spots.map((spot) => spot.tokens)));
  if (top === 0) return nothing;
  const end = Math.max(...spots.map((spot) => spot.x), ...marks.map((mark) => mark.x), 1);
  const across = (x: number) => round(plot.left + (x / end) * (plot.right - plot.left));
  const down = (tokens: number) => round(plot.bottom - (tokens / top) * (plot.bottom - plot.top));
  const line = thinned(spots).map((spot) => `${across(spot.x)} ${down(spot.tokens)}`);
  const first = line[0]?.split(' ')[0] ?? plot.left;
  const last = line.at(-1)?.split(' ')[0] ?? plot.left;
  const words = `Size of the context in tokens, up to ${count(Math.max(...spots.map((spot) => spot.tokens)))}, with ${marks.length === 1 ? 'one compaction' : `${marks.length} compactions`}.`;
  return html`<figure class="sizes"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}">${grid(top, down)}<path class="area" d="M${first} ${plot.bottom}L${line.join('L')}L${last} ${plot.bottom}Z"/><path class="line" d="M${line.join('L')}"/>${marks.map((mark) => markLine(mark, across(mark.x)))}${ends(session)}</svg><figcaption>Context in tokens over the time worked; pauses of more than ten minutes are drawn as ten. Dashed: compactions.</figcaption></figure>`;
}

function grid(top: number, down: (tokens: number) => number): Markup[] {
  return [0, 0.5, 1].map((part) => {
    const y = down(top * part);
    return html`<path class="grid" d="M${plot.left} ${y}H${plot.right}"/><text class="side" x="${plot.left - 6}" y="${y + 4}">${short(top * part)}</text>`;
  });
}

function markLine({ number }: { number: number }, x: number): Markup {
  return html`<path class="mark" d="M${x} ${plot.top - 6}V${plot.bottom}"/><text class="number" x="${x}" y="${plot.top - 11}">${number}</text>`;
}

function ends(session: SessionAudit): Markup {
  const [from, to] = [moment(session.from), moment(session.to)];
  const y = plot.bottom + 20;
  return html`<text class="from" x="${plot.left}" y="${y}">${from === '' ? '' : `${from} UTC`}</text><text class="to" x="${plot.right}" y="${y}">${to === '' ? '' : `${to} UTC`}</text>`;
}

/** Places along the time worked, or by the order of reports where a time is missing. */
function placed(session: SessionAudit): {
  spots: Spot[];
  marks: { x: number; number: number }[];
} {
  const events = [
    ...session.sizes.map((point) => ({
      at: point.at,
      ms: point.ms,
      tokens: point.tokens,
      number: 0,
    })),
    ...session.compactions.map((compaction) => ({
      at: compaction.reports - 0.5,
      ms: millisecondsOf(compaction.time),
      tokens: compaction.tokensBefore,
      number: compaction.number,
    })),
  ].sort((a, b) => a.at - b.at || a.number - b.number);
  const timed = events.every((event) => event.ms !== undefined);
  const spots: Spot[] = [];
  const marks: { x: number; number: number }[] = [];
  let x = 0;
  events.forEach((event, index) => {
    const before = events[index - 1];
    if (before !== undefined) {
      const step = timed ? event.ms! - before.ms! : 1;
      x += Math.min(Math.max(step, 0), longestPauseMs);
    }
    if (event.tokens !== undefined) spots.push({ x, tokens: event.tokens });
    if (event.number > 0) marks.push({ x, number: event.number });
  });
  return { spots, marks };
}

function millisecondsOf(time: string | undefined): number | undefined {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/** The largest and the last of each group, so that peaks and drops stay. */
function thinned(spots: readonly Spot[]): Spot[] {
  const group = Math.ceil((spots.length * 2) / mostPoints);
  if (group <= 2) return [...spots];
  const kept: Spot[] = [];
  for (let from = 0; from < spots.length; from += group) {
    const part = spots.slice(from, from + group);
    const most = part.reduce((best, spot) => (spot.tokens > best.tokens ? spot : best));
    const last = part.at(-1)!;
    kept.push(...(most === last ? [last] : [most, last]));
  }
  return kept;
}

function niceTop(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 6, 8, 10].find((one) => one * unit >= value) ?? 10;
  return step * unit;
}

function short(tokens: number): string {
  if (tokens >= 1_000_000) return `${round(tokens / 1_000_000)}M`;
  return tokens >= 1_000 ? `${round(tokens / 1_000)}k` : String(Math.round(tokens));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
