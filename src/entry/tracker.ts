import { basename, dirname, join } from 'node:path';
import {
  addToLog,
  type OutboxDeps,
  post,
  sendWaiting,
  type TrackerConfig,
} from '../app/tracker/outbox.ts';
import type { TrackerPost } from '../app/tracker/post.ts';
import { isInside } from '../core/task/path.ts';
import { redact, redactDeep } from '../core/trust/redact.ts';
import { appendLines } from '../platform/append-line.ts';
import { clock } from '../platform/clock.ts';
import { landingOf } from '../platform/landing.ts';
import { outboxIn } from '../platform/outbox-disk.ts';
import type { Environment } from '../platform/paths.ts';
import { runBriefly } from '../platform/run-briefly.ts';
import { runSender } from '../platform/run-sender.ts';
import { startable } from '../platform/startable.ts';

/** The folder of what is on its way to a tracker. */
export function outboxFolder(stateFolder: string): string {
  return join(stateFolder, 'outbox');
}

/** What sending works with on this machine. */
export function outboxDeps(stateFolder: string, env: Environment): OutboxDeps {
  return {
    outbox: outboxIn(outboxFolder(stateFolder)),
    clock,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    run: (argv, folder, deadlineMs) => runSender(argv, folder, deadlineMs, env),
    read(argv, folder, deadlineMs) {
      const { program, args, options } = startable(argv[0] ?? '', argv.slice(1));
      return runBriefly(program, args, {
        cwd: folder,
        env,
        deadlineMs,
        limit: 1 << 20,
        ...options,
      });
    },
    appendLine(path, line, folder) {
      // A project could have a link there, in place of the file or of its folder, that leads to a file of the person.
      const real = join(landingOf(dirname(path)), basename(path));
      const inside = [real, landingOf(path)].every((one) => isInside(one, landingOf(folder)));
      if (!inside) throw new Error(`${path} leads out of the project`);
      appendLines(real, [line], { onlyName: true });
    },
  };
}

/** Posts and sends for one project, whose folder is where the tracker's program runs. */
export function trackerPost(
  config: TrackerConfig,
  place: { stateFolder: string; project: string; env: Environment; patterns: readonly RegExp[] },
): TrackerPost {
  const deps = outboxDeps(place.stateFolder, place.env);
  const { project: folder } = place;
  const own = { ...config, trackerFile: join(folder, config.trackerFile) };
  return {
    post(messages, key, holdMs = 0) {
      post(deps, own, redactDeep([...messages], place.patterns), { key, folder, holdMs });
    },
    addToLog(key, text) {
      addToLog(deps, own, key, redact(text, place.patterns));
    },
    async send(deadlineMs) {
      await sendWaiting(deps, deadlineMs);
    },
  };
}
