import { spawn } from 'node:child_process';
import { isRecord, text } from '../cases/rows.ts';
import { endAtExit } from './leftovers.ts';

/** One registered command of a settings file of Claude Code. */
export interface HookEntry {
  event: string;
  matcher: string;
  command: string;
  /** Tokens of its text that a host delivers whole, where its settings say so; 0: any number. */
  contextLimit?: number;
}

/** The commands of the member `hooks` of a settings file or of a plugin's hooks file, in their order. */
export function hookEntries(settings: unknown): HookEntry[] {
  const hooks = isRecord(settings) && isRecord(settings.hooks) ? settings.hooks : {};
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups.filter(isRecord) : []).flatMap((group) =>
      (Array.isArray(group.hooks) ? group.hooks.filter(isRecord) : []).flatMap((hook) =>
        hook.type === 'command' && text(hook.command)
          ? [
              {
                event,
                matcher: text(group.matcher),
                command: text(hook.command),
                ...(typeof hook.additionalContextLimit === 'number'
                  ? { contextLimit: hook.additionalContextLimit }
                  : {}),
              },
            ]
          : [],
      ),
    ),
  );
}

/** Which entries an event calls: the matcher is a pattern on the whole subject; empty and `*` match everything. */
export function entriesFor(
  entries: readonly HookEntry[],
  event: string,
  subject: string,
): HookEntry[] {
  return entries.filter(
    (entry) =>
      entry.event === event &&
      (entry.matcher === '' ||
        entry.matcher === '*' ||
        new RegExp(`^(?:${entry.matcher})$`).test(subject)),
  );
}

export interface HookRun {
  exit: number;
  stdout: string;
  stderr: string;
}

export interface HookProcess {
  command: string;
  payload: unknown;
  env: Record<string, string>;
  cwd: string;
}

/** Runs one command as the host does: by `sh -c`, the payload on standard input. Ends it after half a minute. */
export function runHook({ command, payload, env, cwd }: HookProcess): Promise<HookRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], {
      env,
      cwd,
      stdio: 'pipe',
      timeout: 30_000,
      // A group of its own, which can be ended whole.
      detached: true,
    });
    const done = endAtExit(child);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    // A command that ends without reading closes the pipe.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) => {
      done();
      resolve({
        exit: code ?? -1,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      });
    });
    child.stdin.end(JSON.stringify(payload));
  });
}
