import { loadConfig } from '../../app/config/load-config.ts';
import { type Stuck, sendWaiting, stuckIn } from '../../app/tracker/outbox.ts';
import { userTime } from '../../core/time-text.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { outboxIn, parkedIn } from '../../platform/outbox-disk.ts';
import { outboxDeps, outboxFolder } from '../tracker.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';

/** A sending that nobody waits for ends by itself. */
const longestMs = 60_000;

export const addTracker: AddCommand = (program, bind) => {
  const tracker = program
    .command('tracker')
    .description('Show or send updates for your task tracker')
    .helpCommand(false);
  const status = tracker
    .command('status')
    .description('Show what is waiting and what failed')
    .option('--json', 'print the result as JSON');
  const send = tracker
    .command('send')
    .description('Send what is due')
    .option('--json', 'print the result as JSON');
  bind(status, showOutbox);
  bind(send, sendOutbox);
};

function showOutbox(context: CliContext): Outcome {
  const folder = outboxFolder(context.paths.home);
  const outbox = outboxIn(folder);
  const waiting = stuckIn(
    outbox.waiting().map((name) => ({ name, text: outbox.read(name) ?? '' })),
  );
  const failed = stuckIn(parkedIn(folder, 'failed'));
  const unsure = stuckIn(parkedIn(folder, 'unsure'));
  const parts = [
    part('waits', 'wait', waiting, true),
    part('failed and is not tried again', 'failed and are not tried again', failed),
    part(
      'may have gone out, and is not sent twice',
      'may have gone out, and are not sent twice',
      unsure,
    ),
  ].filter((text) => text !== '');
  return {
    text: withoutControls(parts.length === 0 ? nothingWaits(context) : parts.join('\n\n')),
    data: { waiting, failed, unsure },
  };
}

/** `again`: it is tried again, and when is said. */
function part(one: string, many: string, all: readonly Stuck[], again = false): string {
  if (all.length === 0) return '';
  const lines = all.slice(0, 20).map(({ id, command, why, next }) => {
    const when = again && next !== undefined ? `; tried again from ${userTime(next)} on` : '';
    return `  ${id}: ${command}\n    ${why}${when}`;
  });
  const more = all.length > 20 ? [`  … ${all.length - 20} more`] : [];
  return [
    `${counted(all.length, 'message')} ${all.length === 1 ? one : many}:`,
    ...lines,
    ...more,
  ].join('\n');
}

/** What waits may be of any project; without anything it is said whether there is a tracker at all. */
function nothingWaits(context: CliContext): string {
  const { config } = loadConfig(
    context.install.disk,
    { userConfig: context.userConfig, project: context.project },
    context.paths.trust,
  );
  return config.tracker === 'none'
    ? `Nothing waits. No tracker is configured for ${context.project}.`
    : 'Everything went out.';
}

async function sendOutbox(context: CliContext): Promise<Outcome> {
  const { sent, waiting } = await sendWaiting(
    outboxDeps(context.paths.home, context.env),
    longestMs,
  );
  return {
    text: `${counted(sent, 'message')} sent, ${waiting} left.${waiting > 0 ? '\nWhen they are tried again: "holdfast tracker status".' : ''}`,
    data: { sent, waiting },
  };
}
