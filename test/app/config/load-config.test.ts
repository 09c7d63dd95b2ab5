import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { loadConfig } from '../../../src/app/config/load-config.ts';
import { recordTrust, trustList } from '../../../src/app/trust.ts';
import { defaultConfig } from '../../../src/core/config/defaults.ts';
import { disk } from '../../../src/platform/disk.ts';
import { files } from '../../../src/platform/files.ts';

let folder: string;
let project: string;
let own: string;
let shared: string;
let trust: string;
const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-config-'));
  project = join(folder, 'project');
  own = join(folder, 'config.json');
  shared = join(project, '.holdfast', 'config.json');
  trust = join(folder, 'state', 'trust');
  mkdirSync(join(project, '.holdfast', 'workflows'), { recursive: true });
});
afterEach(() => removeFolder(folder));

const load = () => loadConfig(files, { userConfig: own, project }, trust);
const put = (path: string, value: unknown) => writeFileSync(path, JSON.stringify(value));

describe('the settings in effect', () => {
  it('are the defaults where nobody says anything', () => {
    const { config, sources, problems, untrusted } = load();
    expect(config).toEqual(defaultConfig);
    expect(sources.gate).toEqual(['default']);
    expect([problems, untrusted]).toEqual([[], undefined]);
  });

  it("take the project's file only when a person trusts it", () => {
    put(own, { gate: 'always', retentionDays: 7 });
    put(shared, { gate: 'off' });
    expect(load().config.gate).toBe('always');
    expect(load().untrusted).toEqual({ file: shared, state: 'new' });
    recordTrust({ disk, clock }, trust, project);
    expect(load().config).toMatchObject({ gate: 'off', retentionDays: 7 });
    expect(load().sources).toMatchObject({ gate: [shared], retentionDays: [own] });
    expect(load().untrusted).toBeUndefined();
  });

  it('a change of a trusted file asks again', () => {
    put(shared, { gate: 'off' });
    recordTrust({ disk, clock }, trust, project);
    put(shared, { gate: 'off', requiredReading: ['/etc/passwd'] });
    expect(load().config).toEqual(defaultConfig);
    expect(load().untrusted?.state).toBe('changed');
  });

  it('trust in one project says nothing about another', () => {
    put(shared, { gate: 'off' });
    recordTrust({ disk, clock }, trust, join(folder, 'other'));
    expect(load().untrusted?.state).toBe('new');
  });

  it("a project cannot take a person's redaction patterns away", () => {
    put(own, { redact: ['corp-[0-9]+'] });
    put(shared, { redact: ['team-[0-9]+'] });
    recordTrust({ disk, clock }, trust, project);
    expect(load().config.redact).toEqual(['corp-[0-9]+', 'team-[0-9]+']);
    expect(load().sources.redact).toEqual([own, shared]);
  });

  it('a link out of the project is no configuration of the project, whatever was trusted', () => {
    put(shared, { gate: 'off' });
    recordTrust({ disk, clock }, trust, project);
    renameSync(shared, join(folder, 'elsewhere.json'));
    symlinkSync(join(folder, 'elsewhere.json'), shared);
    expect(load()).toMatchObject({ config: defaultConfig });
    expect(load().untrusted).toBeUndefined();
    expect(trustList(files, trust, project)).toEqual([]);
  });

  it('a damaged trust record trusts nothing', () => {
    put(shared, { gate: 'off' });
    recordTrust({ disk, clock }, trust, project);
    const [name] = files.list(trust);
    writeFileSync(join(trust, name!), '{"version":1,"files"');
    expect(load().untrusted?.state).toBe('new');
  });
});

describe('what wants trust', () => {
  it('is the configuration and every workflow', () => {
    put(shared, {});
    writeFileSync(join(project, '.holdfast', 'workflows', 'fix.yaml'), 'a');
    recordTrust({ disk, clock }, trust, project);
    writeFileSync(join(project, '.holdfast', 'workflows', 'fix.yaml'), 'b');
    writeFileSync(join(project, '.holdfast', 'workflows', 'new.yaml'), 'c');
    expect(trustList(files, trust, project).map(({ path, state }) => [path, state])).toEqual([
      ['.holdfast/config.json', 'trusted'],
      ['.holdfast/workflows/fix.yaml', 'changed'],
      ['.holdfast/workflows/new.yaml', 'new'],
    ]);
  });
});
