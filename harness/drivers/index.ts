import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../sandbox.ts';
import { claudeCodeDriver } from './claude-code.ts';
import { codexDriver } from './codex.ts';
import { copilotDriver } from './copilot.ts';
import type { ClientDriver } from './driver.ts';
import { geminiDriver } from './gemini.ts';
import { openCodeDriver } from './opencode.ts';
import { piDriver } from './pi.ts';
import { qwenDriver } from './qwen.ts';

export const drivers: readonly ClientDriver[] = [
  claudeCodeDriver,
  codexDriver,
  openCodeDriver,
  geminiDriver,
  piDriver,
  qwenDriver,
  copilotDriver,
];

/** The driver of a host by its id. */
export function driverOf(host: string): ClientDriver {
  const driver = drivers.find((one) => one.host === host);
  if (driver === undefined) throw new Error(`No driver knows the host ${host}.`);
  return driver;
}

/** Variables with which a client gives up soon on a server that fails, where it has such. */
export function workerEnvironment(host: string): Record<string, string> {
  return host === 'claude-code' ? { CLAUDE_CODE_MAX_RETRIES: '1' } : {};
}

/** What a sandbox needs beside a driver's own preparation, so that a change outside of the project is one for the client too. */
export function prepareWorker(host: string, sandbox: Sandbox): void {
  if (host === 'pi') {
    const path = join(sandbox.home, '.pi', 'agent', 'settings.json');
    const retry = { maxRetries: 1, baseDelayMs: 10 };
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), retry }));
  }
  if (host !== 'codex') return;
  // This client lets its commands write to the folder for temporary files, in which every sandbox lies.
  const text = '\n[sandbox_workspace_write]\nexclude_slash_tmp = true\n';
  appendFileSync(join(sandbox.home, '.codex', 'config.toml'), text);
}
