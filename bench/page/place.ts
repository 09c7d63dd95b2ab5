import { appendFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type PageBench, writeSession } from '../../test/page/sample.ts';

/** A session without hooks, as Claude Code writes it down. */
export interface Transcript {
  id: string;
  path: string;
  /** Adds rows. */
  append(...rows: Record<string, unknown>[]): void;
}

/** Makes so many sessions, each in one of ten projects; `ago`: minutes since the last row. */
export function makeTranscripts(bench: PageBench, count: number, ago: number): Transcript[] {
  return Array.from({ length: count }, (_, at) => {
    const id = `5f0c2c2e-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const cwd = `/home/you/code/project-${at % 10}`;
    const said = [`Task ${at}: round the prices.`, 'Never touch the migrations.'];
    const path = writeSession(bench.machine, { id, cwd, said, ago });
    let rows = 0;
    return {
      id,
      path,
      append(...added) {
        const text = added.map((row) => {
          rows += 1;
          const shared = {
            uuid: `${id}-a${rows}`,
            parentUuid: null,
            isSidechain: false,
            sessionId: id,
            cwd,
            version: '2.1.39',
            gitBranch: 'main',
            timestamp: new Date().toISOString(),
          };
          return `${JSON.stringify({ ...shared, ...row })}\n`;
        });
        appendFileSync(path, text.join(''));
      },
    };
  });
}

/** A row of what the user said. */
export function said(text: string): Record<string, unknown> {
  return { type: 'user', message: { role: 'user', content: text } };
}

/** Rows of a call and its result. */
export function called(id: string, tokens: number): Record<string, unknown>[] {
  const use = { type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } };
  const usage = { input_tokens: tokens, output_tokens: 5 };
  const result = { type: 'tool_result', tool_use_id: id, content: 'ok', is_error: false };
  return [
    {
      type: 'assistant',
      message: { role: 'assistant', id: `msg_${id}`, model: 'm', usage, content: [use] },
    },
    { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: {} },
  ];
}

/** The moment, in milliseconds since 1970, at which a text was in the document. */
export function whenShown(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})];
      if (!found.some((one) => one.textContent.includes(${JSON.stringify(text)}))) return false;
      resolve(performance.timeOrigin + performance.now());
      return true;
    };
    if (look()) return;
    const watch = new MutationObserver(() => {
      if (look()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  })`);
}
