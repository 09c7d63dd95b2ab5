import { claudeCodeDriver } from './claude-code.ts';
import { codexDriver } from './codex.ts';
import { copilotDriver } from './copilot.ts';
import type { ClientDriver } from './driver.ts';
import { geminiDriver } from './gemini.ts';
import { openCodeDriver } from './opencode.ts';
import { piDriver } from './pi.ts';
import { qwenDriver } from './qwen.ts';

const drivers: ClientDriver[] = [
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
