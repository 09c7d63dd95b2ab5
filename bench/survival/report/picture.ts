import { publishedKinds } from '../truth/fact.ts';
import type { Results } from './results.ts';
import { armNamed } from './results.ts';

const width = 860;
const left = 130;
const barHeight = 9;
const groupGap = 14;
const top = 74;

/** Arms that the picture shows, each with the summary but the first. */
const shown: readonly { id: string; which: 'alone' | 'withHost'; label: string; fill: string }[] = [
  { id: 'host', which: 'alone', label: 'host summary alone', fill: '#9aa3ad' },
  { id: 'context-mode', which: 'withHost', label: 'with context-mode', fill: '#c9a227' },
  { id: 'lists', which: 'withHost', label: 'with trivial lists', fill: '#7fb3d5' },
  { id: 'brief', which: 'withHost', label: 'with Holdfast’s brief', fill: '#1f6f54' },
];

/** Bars of recall by kind, one SVG file without scripts, fonts or links. */
export function picture({ arms, sample }: Results): string {
  const rows = [...publishedKinds, 'published' as const];
  const groupHeight = shown.length * barHeight + groupGap;
  const height = top + rows.length * groupHeight + 40;
  const scale = (width - left - 90) / 100;
  const boundaries = sample.sessions.reduce((sum, one) => sum + one.boundaries, 0);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>What is left to be read after a compaction</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="24" font-size="15" fill="#222222">What is left to be read after a compaction, in percent of the facts before it</text>`,
    `<text x="16" y="42" fill="#555555">${boundaries} real compactions in ${sample.sessions.length} sessions of Claude Code; sessions that were open to tuning</text>`,
  ];
  shown.forEach(({ label, fill }, at) => {
    const x = 16 + at * 205;
    parts.push(
      `<rect x="${x}" y="52" width="10" height="10" fill="${fill}"/>`,
      `<text x="${x + 15}" y="61" fill="#222222">${label}</text>`,
    );
  });
  rows.forEach((kind, index) => {
    const y = top + index * groupHeight;
    const total = armNamed(arms, 'host').alone[kind]?.total ?? 0;
    parts.push(
      `<text x="${left - 8}" y="${y + 18}" text-anchor="end" fill="#222222">${kind === 'published' ? 'all of these' : kind}</text>`,
      `<text x="${left - 8}" y="${y + 32}" text-anchor="end" fill="#777777" font-size="10">n = ${total}</text>`,
    );
    shown.forEach(({ id, which, fill }, at) => {
      const rate = armNamed(arms, id)[which][kind];
      if (rate?.rate === undefined) return;
      const length = (rate.rate * 100 * scale).toFixed(1);
      const barY = y + at * barHeight;
      parts.push(
        `<rect x="${left}" y="${barY}" width="${length}" height="${barHeight - 1}" fill="${fill}"/>`,
        `<text x="${(left + Number(length) + 5).toFixed(1)}" y="${barY + 8}" font-size="9" fill="#444444">${(rate.rate * 100).toFixed(0)}</text>`,
      );
    });
  });
  parts.push('</svg>');
  return `${parts.join('\n')}\n`;
}
