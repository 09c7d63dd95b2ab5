import { titleOf } from '../kinds.ts';
import type { KindCount } from '../report.ts';
import { count } from '../words.ts';
import { html, type Markup, nothing } from './markup.ts';

/** A bar a kind: what was kept and what is gone, as long as there were facts of it. */
export function kindBars(kinds: readonly KindCount[]): Markup {
  const most = Math.max(0, ...kinds.map((kind) => kind.before));
  if (most === 0) return nothing;
  return html`<table class="bars"><thead><tr><th scope="col">Facts</th><td aria-hidden="true"><span class="key kept">kept</span> <span class="key gone">gone</span></td><th scope="col" class="number">kept</th><th scope="col" class="number">gone</th></tr></thead><tbody>${kinds.map((kind) => row(kind, most))}</tbody></table>`;
}

function row({ kind, kept, gone }: KindCount, most: number): Markup {
  const part = (value: number) => Math.round((value / most) * 1000) / 10;
  return html`<tr><th scope="row">${titleOf(kind)}</th><td aria-hidden="true"><svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="kept" width="${part(kept)}" height="10"/><rect class="gone" x="${part(kept)}" width="${part(gone)}" height="10"/></svg></td><td class="number">${count(kept)}</td><td class="number${gone > 0 ? ' lost' : ''}">${count(gone)}</td></tr>`;
}
