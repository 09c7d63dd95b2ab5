import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bypassAsking, codexDriver } from '../../harness/drivers/codex.ts';
import { holdfastBeside } from '../../harness/holdfast.ts';
import { fullContext, type Policy, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient('codex');
const brief = /\[Holdfast [\w-]+\] The conversation before/;
/** Tools unasked, but hooks only where they are trusted. */
const trusting = { permissions: [bypassAsking] };

const compactOnce: Policy = (request) => {
  if (request.kind !== 'main') return {};
  if (request.nth % 2) return { text: 'The end.' };
  return { calls: [codexDriver.tools.shell('echo x')], inputTokens: fullContext };
};

describe.skipIf(!client)('the trust that Codex asks for before it runs a hook', () => {
  it('is written by the client itself at init, seen by doctor, and taken back byte for byte', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => compactOnce,
      driver: codexDriver,
      install: false,
    });
    const { sandbox } = work;
    const command = (...args: string[]) => holdfastBeside(sandbox, client!.path, ...args);
    const folder = join(sandbox.home, '.codex');
    const config = join(folder, 'config.toml');
    const before = `# mine\n${readFileSync(config, 'utf8')}\n[tui]\nnotifications = false # keep\n`;
    writeFileSync(config, before);

    const said = command('init', '--host', 'codex', '--yes');
    expect(said).toMatch(/Codex CLI: trusts all \d+ hooks, as it confirms\./);
    expect(readFileSync(config, 'utf8')).toContain('trusted_hash');
    const doctor = command('doctor');
    expect(doctor).toMatch(/ok {4}codex trust: Codex CLI itself says that it runs all \d+ hooks/);
    expect(doctor).toMatch(/ok {4}codex SessionStart \(user\): Fired and arrived/);

    const run = await work.run('Work.', trusting);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(brief.test(textOf(run.requests.at(-1)!)), work.diagnosis(run.sessionId)).toBe(true);
    // What the recorder of the test would have told was trusted by nobody.
    expect(work.recorder.payloads()).toEqual([]);

    command('uninstall', '--host', 'codex', '--yes');
    expect(readFileSync(config, 'utf8')).toBe(before);
  });

  it('is missing after a change by hand: doctor says so, and init fixes it', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => compactOnce,
      driver: codexDriver,
      install: false,
    });
    const { sandbox } = work;
    const command = (...args: string[]) => holdfastBeside(sandbox, client!.path, ...args);
    command('init', '--host', 'codex', '--yes');
    const config = join(sandbox.home, '.codex', 'config.toml');
    const trusted = readFileSync(config, 'utf8');
    const hash = /(stop:\d+:0"\]\ntrusted_hash = "sha256:)[0-9a-f]{8}/;
    const changed = trusted.replace(hash, (_, start) => `${start}00000000`);
    expect(changed).not.toBe(trusted);
    writeFileSync(config, `${changed}\n[tui]\nnotifications = false\n`);
    expect(() => command('doctor')).toThrow(/OFF {3}codex trust: [^\n]*does not run these hooks/);
    expect(command('init', '--host', 'codex', '--yes')).toContain('trusts all');
    expect(command('doctor')).toContain('ok    codex trust');
    command('uninstall', '--host', 'codex', '--yes');
    const after = readFileSync(config, 'utf8');
    expect(after).not.toContain('trusted_hash');
    expect(after).toContain('[tui]\nnotifications = false\n');
  });

  it('is said to be missing where the client cannot be asked', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => compactOnce,
      driver: codexDriver,
      install: false,
    });
    const said = holdfastBeside(work.sandbox, undefined, 'init', '--host', 'codex', '--yes');
    expect(said).toContain('Codex CLI could not be asked');
    expect(said).toContain('choose "Trust all and continue"');
    expect(existsSync(join(work.sandbox.home, '.codex', 'hooks.json'))).toBe(true);
    const run = await work.run('Work.', trusting);
    expect(work.journal(run.sessionId)).toEqual([]);
  });
});
