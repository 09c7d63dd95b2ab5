import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

describe('the settings as config shows them', () => {
  it('are a table, and a list where a value is too long for one', () => {
    expect(machine.run(['config']).out).toMatch(/^setting +value +from\ngate +"auto" +default\n/);
    const folder = join(machine.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    const taskFiles = Array.from({ length: 9 }, (_, at) => `plans/part-${at}.md`);
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ taskFiles }));
    const { out } = machine.run(['config']);
    expect(out).toMatch(/^gate: "auto" \(default\)\n/);
    expect(out.replaceAll('\n  ', ' ')).toContain(
      `taskFiles: [${taskFiles.map((one) => `"${one}"`).join(', ')}] (`,
    );
    const settings = out.split('\n\n')[0]!.split('\n');
    expect(settings.filter((line) => line.length > 80)).toEqual([]);
  });
});
