import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseRows, type Row } from './record.ts';
import type { Sandbox } from './sandbox.ts';

/** A hook that keeps every payload it is given and answers what it is told to. */
export interface Recorder {
  /** The command to register for an event. */
  command: string;
  /** Sets what the hook prints for an event from now on; undefined: nothing. */
  answer(event: string, output: string | undefined): void;
  /** The same for the next event of this name only. */
  answerOnce(event: string, output: string): void;
  /** The payloads so far, in order. */
  payloads(): Row[];
}

/** Makes a recorder in a sandbox. It is plain `sh`, so it is fast and needs no Node. */
export function createRecorder(sandbox: Sandbox, name = 'recorder'): Recorder {
  const folder = join(sandbox.root, name);
  const log = join(folder, 'payloads');
  mkdirSync(log, { recursive: true });
  const script = join(folder, 'hook.sh');
  writeFileSync(
    script,
    [
      '#!/bin/sh',
      `d='${folder}'`,
      // A fresh number per payload: `mkdir` succeeds for one process only.
      'n=100000',
      'n=$((n + $(ls "$d/payloads" | wc -l)))',
      'while ! mkdir "$d/payloads/$n" 2>/dev/null; do n=$((n + 1)); done',
      'cat > "$d/payloads/$n/json"',
      'e=$(sed -n \'s/.*"hook_event_name":"\\([A-Za-z]*\\)".*/\\1/p\' "$d/payloads/$n/json")',
      '[ -f "$d/once-$e" ] && mv "$d/once-$e" "$d/used-$e" 2>/dev/null && cat "$d/used-$e" && exit 0',
      '[ -f "$d/answer-$e" ] && cat "$d/answer-$e"',
      'exit 0',
      '',
    ].join('\n'),
  );
  chmodSync(script, 0o755);
  return {
    command: `'${script}'`,
    answer(event, output) {
      writeFileSync(join(folder, `answer-${event}`), output ?? '');
    },
    answerOnce(event, output) {
      writeFileSync(join(folder, `once-${event}`), output);
    },
    payloads() {
      return readdirSync(log)
        .sort()
        .map((entry) => join(log, entry, 'json'))
        .filter((path) => existsSync(path))
        .flatMap((path) => parseRows(readFileSync(path, 'utf8')));
    },
  };
}

export const hookEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
] as const;

/** A settings object that registers one command for the given events. */
export function hookSettings(
  command: string | Record<string, unknown>,
  events: readonly string[] = hookEvents,
): Record<string, unknown> {
  const handler = typeof command === 'string' ? { type: 'command', command } : command;
  return { hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [handler] }]])) };
}
