import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clients } from '../../../harness/clients.ts';
import { type Proof, survivalTable } from '../../../src/app/hosts/survival-table.ts';
import { isBefore } from '../../../src/core/install/client-version.ts';
import { hostsText } from '../../../src/entry/cli/hosts.ts';
import { hosts } from '../../../src/hosts/registry.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const proof = JSON.parse(read('src/hosts/tested.json')) as Proof;
const text = hostsText(survivalTable(hosts, proof));

describe('holdfast hosts', () => {
  it('fits into 80 columns', () => {
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([40, 60, 70])(
    'breaks no word at %i columns, where a list takes the place of the table',
    (width) => {
      const lines = hostsText(survivalTable(hosts, proof), width).split('\n');
      expect(lines.filter((line) => line.length > width)).toEqual([]);
      const words = (all: string): string[] => [...new Set(all.split(/\s+/))].sort();
      expect(words(lines.join(' '))).toEqual(words(text).filter((word) => word !== 'host'));
    },
  );

  it('is what docs/hosts/README.md shows (else: npm run build && npm run readme)', () => {
    expect(read('docs/hosts/README.md')).toContain(
      `$ holdfast hosts\n\n${text}`.replace(/^(?=.)/gm, '    '),
    );
  });

  it('claims nothing of a client that the harness does not run, or of another version of it', () => {
    const pinned = new Map(Object.entries(clients).map(([id, { version }]) => [id, version]));
    for (const [id, { version }] of Object.entries(proof)) expect(version).toBe(pinned.get(id));
  });

  it('claims an oldest version only of a client that was tested, and one before that', () => {
    const claimed = Object.entries(
      JSON.parse(read('src/hosts/oldest.json')) as Record<string, string>,
    );
    expect(claimed.length).toBeGreaterThan(0);
    for (const [id, version] of claimed) expect(isBefore(version, proof[id]!.version)).toBe(true);
  });
});
