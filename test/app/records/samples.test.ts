import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRecords, type RecordRef } from '../../../src/app/records/find.ts';
import { readConversation } from '../../../src/app/records/read.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';

const root = resolve(import.meta.dirname, '../../..');
const samples = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
const there = existsSync(samples);
if (!there) console.warn(`SKIPPED: ${why}`);

interface Sample {
  file: string;
  host: string;
  boundaries: number;
}

function index(): Sample[] {
  const [, ...lines] = readFileSync(join(samples, 'INDEX.tsv'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [file = '', , , , , , , boundaries = '0'] = line.split('\t');
    return { file, host: hostOf(file), boundaries: Number(boundaries) };
  });
}

/** Whose record a sample is, by its name alone; empty for what is nobody's here. */
function hostOf(file: string): string {
  if (/history\.jsonl$|meta\.json$|legacy_message|__empty|only-newlines/.test(file)) return '';
  const folder = file.split('/')[0]!;
  if (folder === 'claude' || folder === 'derived') return 'claude-code';
  if (folder !== 'other') return folder;
  const name = /copilot|qwen|openclaw|droid(?=_session)/.exec(file)?.[0] ?? '';
  // This client writes its sessions by the library of pi, in its format.
  return name === 'openclaw' ? 'pi' : name;
}

describe.skipIf(!there && process.env.CI !== 'true')('the shared sample records', () => {
  const refs = new Map<string, RecordRef>();
  if (there) {
    for (const found of findRecords(recordDisk, [
      { path: samples, stores: recordStores, named: true },
    ])) {
      if ('ref' in found) refs.set(found.ref.path.slice(samples.length + 1), found.ref);
    }
  }

  it('are there', () => {
    expect(there, why).toBe(true);
    expect(refs.size).toBeGreaterThan(120);
  });

  it('are each taken for the record of the host that wrote it, and others for nobody’s', () => {
    const taken = index().map(({ file }) => `${file} ${refs.get(file)?.store.host ?? ''}`);
    expect(taken).toEqual(index().map(({ file, host }) => `${file} ${host}`));
  });

  it('have the compactions that were counted in them by other means', () => {
    // In one sample every id was replaced by the same text, so that its rows count as copies.
    const counted = index().filter(
      ({ file, host }) => host !== '' && host !== 'qwen' && !file.endsWith('claude_small.jsonl'),
    );
    const read = counted.map(({ file }) => {
      let boundaries = 0;
      readConversation(recordDisk, refs.get(file)!, (item) => {
        if (item.type === 'boundary' && item.replayed !== true) boundaries += 1;
      });
      return `${file} ${boundaries}`;
    });
    expect(read).toEqual(counted.map(({ file, boundaries }) => `${file} ${boundaries}`));
  });

  it('tell their session and its folder before they are read', () => {
    const about = (file: string) => {
      const { session, cwd, subagent } = refs.get(file)!;
      return { session, cwd, subagent };
    };
    expect(about('claude/marot_spotter__258c7280-ae70-4798-800f-63464d01a85d.jsonl')).toEqual({
      session: '258c7280-ae70-4798-800f-63464d01a85d',
      cwd: '/home/USER/projects/spotter-worktrees/spotter-gqc',
      subagent: undefined,
    });
    expect(
      about(
        'claude/marot_spotter__ae4a77f8-aedd-4bc1-888f-c94edc91af04_subagents_agent-aac57f5.jsonl',
      ).subagent,
    ).toBe(true);
    expect(about('codex/entireio_git-sync__ckpt-1f_9417321410_1.jsonl')).toMatchObject({
      session: '019d7e36-577c-7d90-9f1c-a447ba2254b4',
      subagent: true,
    });
    expect(
      about(
        'opencode/victoryforphil_dark-factory__session__jolly-eagle__ses_39b5d713cffeRgAoxPIwS3Plus.json',
      ),
    ).toEqual({
      session: 'ses_39b5d713cffeRgAoxPIwS3Plus',
      cwd: '/Users/alex/repos/vfp/dark-factory',
      subagent: undefined,
    });
    expect(about('derived/claude__five-megabyte-line.jsonl').session).toMatch(/^be1a18de-/);
  });
});
