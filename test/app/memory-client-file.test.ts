import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ClientFiles, writeIntoClientFile } from '../../src/app/memory/client-file.ts';
import { clientFiles } from '../../src/platform/client-files.ts';

const memory = '> Kept.\n\n# Session Title\n\nPrices, 価格\n';

/** The client's file as it lies on disk, and a clock that only moves when somebody waits. */
function rig() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
  const file = join(folder, 'summary.md');
  const bytes = Buffer.concat([Buffer.from('# Worklog\r\nx '), Buffer.from([0xff, 0xfe, 0x0a])]);
  writeFileSync(file, bytes);
  const start = Date.now();
  const age = (path: string, ms: number) =>
    utimesSync(path, new Date(start - ms), new Date(start - ms));
  age(file, 600_000);
  let waited = 0;
  const onWait: ((waited: number) => void)[] = [];
  const machine: ClientFiles = {
    ...clientFiles,
    nowMs: () => start + waited,
    sleep: (ms) => {
      waited += ms;
      for (const each of onWait) each(waited);
      return Promise.resolve();
    },
  };
  const write = (waitMs: number) =>
    writeIntoClientFile(machine, { files: [file], lock: '.lock' }, memory, waitMs);
  return { folder, file, bytes, machine, write, age, onWait, waited: () => waited };
}

describe("the client's own memory file [R44]", () => {
  it('gets our section and keeps all its own bytes, also those that are no text', async () => {
    const { file, bytes, write } = rig();
    expect(await write(0)).toEqual([file]);
    const now = readFileSync(file);
    expect(now.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(now.subarray(bytes.length).toString('utf8')).toContain('価格');
  });

  it('is not made where the client keeps none', async () => {
    const { folder, machine } = rig();
    const files = [join(folder, 'none.md')];
    expect(await writeIntoClientFile(machine, { files, lock: '.lock' }, memory, 0)).toEqual([]);
    expect(() => readFileSync(files[0]!)).toThrow();
  });

  it('is not written while an update of the client runs: 15 seconds are waited at most', async () => {
    const { file, bytes, write, waited } = rig();
    mkdirSync(`${file}.lock`);
    expect(await write(3_600_000)).toEqual([]);
    expect(waited()).toBeGreaterThanOrEqual(15_000);
    expect(waited()).toBeLessThan(16_000);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('is written once the update is over', async () => {
    const { file, write, onWait, age } = rig();
    writeFileSync(`${file}.lock`, '');
    onWait.push((waited) => {
      if (waited >= 4_000) age(`${file}.lock`, 100_000);
    });
    expect(await write(15_000)).toEqual([file]);
  });

  it('takes an update that began 60 seconds ago for dead', async () => {
    const { file, write, age, waited } = rig();
    writeFileSync(`${file}.lock`, '');
    age(`${file}.lock`, 61_000);
    expect(await write(0)).toEqual([file]);
    expect(waited()).toBe(0);
  });

  it('is left to one who writes to it at the moment', async () => {
    const { file, bytes, write, age } = rig();
    age(file, 0);
    expect(await write(0)).toEqual([]);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('loses nothing that the client writes between our reading and our writing', async () => {
    const { file, machine, age } = rig();
    let reads = 0;
    const racing: ClientFiles = {
      ...machine,
      read(path) {
        const found = machine.read(path);
        reads += 1;
        if (reads === 1) {
          writeFileSync(path, '# Worklog\nwritten by the client\n');
          age(path, 500_000);
        }
        return found;
      },
    };
    const written = await writeIntoClientFile(
      racing,
      { files: [file], lock: '.lock' },
      memory,
      1_000,
    );
    expect(written).toEqual([file]);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^# Worklog\nwritten by the client\n\n# Holdfast\n/);
  });
});
