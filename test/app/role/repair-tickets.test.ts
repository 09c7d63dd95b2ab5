import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import type { HookContext } from '../../../src/app/hook/context.ts';
import { judgeCall } from '../../../src/app/role/judge-call.ts';
import { repairTickets } from '../../../src/app/role/repair-tickets.ts';
import { defaultConfig } from '../../../src/core/config/defaults.ts';
import { lostProgress } from '../../../src/core/ticket/judge-edit.ts';
import type { ToolCall } from '../../../src/core/tool.ts';
import { hookTickets } from '../../../src/entry/ticket-deps.ts';
import { files } from '../../../src/platform/files.ts';
import { ticketText } from '../../cases/tickets.ts';

let folder: string;
let ticket: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-repair-')));
  mkdirSync(join(folder, '.holdfast', 'tickets'), { recursive: true });
  ticket = join(folder, '.holdfast', 'tickets', 't-1.md');
});
afterEach(() => removeFolder(folder));

/** What a session that looks after the ticket is handled with, as far as tickets ask for it. */
function context(): HookContext {
  const state = { agents: { '': { guarded: [ticket] } }, notes: [] };
  const event = { cwd: folder, sessionId: 's', type: 'tool.finished' };
  const parts = { state, event, files, config: defaultConfig, tasks: { project: folder } };
  return parts as unknown as HookContext;
}

const shell: ToolCall = { name: 'Bash', kind: 'shell', paths: [], command: 'make' };
const text = (): string => readFileSync(ticket, 'utf8');

describe('[R13] a ticket behind a shell command', () => {
  it('has every line of progress that it had before, whatever the command did to it', () => {
    const change = fc.record({
      at: fc.nat({ max: 40 }),
      what: fc.constantFrom('delete', 'double', 'blank', 'rewrite', 'move', 'cut'),
      word: fc.constantFrom('x', '- y', '## Progress', '## Result', '---', '```', '<!--', '🙂'),
    });
    let number = 0;
    let repairs = 0;
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.boolean(), (changes, crlf) => {
        number += 1;
        ticket = join(folder, '.holdfast', 'tickets', `t-${number}.md`);
        const made = ticketText({ id: `t-${number}`, progress: ['one', 'two', 'three'] });
        const before = crlf ? made.replaceAll('\n', '\r\n') : made;
        writeFileSync(ticket, before);
        const tickets = hookTickets(join(folder, 'state'));
        judgeCall(context(), tickets, shell);
        let lines = before.split('\n');
        for (const { at, what, word } of changes)
          lines = changed(lines, at % lines.length, what, word);
        const harmed = lines.join('\n');
        writeFileSync(ticket, harmed);
        const { findings } = repairTickets(context(), tickets, shell);
        const refused = findings.some(({ repaired, kept }) => !repaired && kept === undefined);
        // What cannot be read as a ticket any more is said and left alone.
        if (refused) return;
        if (findings.some(({ repaired }) => repaired)) repairs += 1;
        expect(lostProgress(before, text(), ticket)).toEqual([]);
        for (const { kept } of findings) {
          if (kept) expect(readFileSync(join(folder, 'state', kept), 'utf8')).toBe(harmed);
        }
      }),
      { numRuns: 150 },
    );
    expect(repairs).toBeGreaterThan(20);
  });

  it('that cannot be read any more is left as it is, and that is said', () => {
    writeFileSync(ticket, ticketText());
    const tickets = hookTickets(join(folder, 'state'));
    judgeCall(context(), tickets, shell);
    const broken = ticketText()
      .replace('## Progress', '<<<<<<< ours\n## Progress')
      .replace(/.*cut.*\n/, '');
    writeFileSync(ticket, broken);
    const { findings } = repairTickets(context(), tickets, shell);
    expect(findings).toMatchObject([{ repaired: false }]);
    expect(findings[0]!.why).toContain('merge conflict');
    expect(text()).toBe(broken);
  });

  it('is no other file that the session edits', () => {
    writeFileSync(ticket, ticketText());
    const call: ToolCall = {
      name: 'Write',
      kind: 'write',
      paths: [join(folder, 'elsewhere.md')],
      edit: { kind: 'write', text: 'no ticket' },
    };
    expect(judgeCall(context(), hookTickets(join(folder, 'state')), call)).toBeUndefined();
  });
});

function changed(lines: readonly string[], at: number, what: string, word: string): string[] {
  const line = lines[at]!;
  switch (what) {
    case 'delete':
      return lines.toSpliced(at, 1);
    case 'double':
      return lines.toSpliced(at, 0, line);
    case 'blank':
      return lines.with(at, '');
    case 'rewrite':
      return lines.with(at, word);
    case 'move':
      return [...lines.toSpliced(at, 1), line];
    default:
      return lines.slice(0, Math.max(1, at));
  }
}
