import { renderSteering } from '../../core/brief/steering.ts';
import type { HostEvent } from '../../core/event.ts';
import { isRepeatedAnnouncement } from '../../core/recovery/arm.ts';
import { writePrecompact } from '../task/write-precompact.ts';
import { recordSnapshot } from './arm.ts';
import { briefInput, wantedFiles } from './brief.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf } from './draft.ts';
import { freshStep } from './fresh-step.ts';
import { type Followed, followRecord } from './record.ts';

type Event = HostEvent & { type: 'compaction.starting' };

/** Before a compaction: the facts are written down, and the summariser is told what to keep. Never a veto. */
export async function onCompactionStarting(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  const followed = followRecord(context);
  const tasks =
    event.agentId === undefined
      ? context.tasks.find(followed.snapshot, { discover: true })
      : context.tasks.findForSubagent(followed.snapshot);
  writePrecompact(context, tasks, followed.snapshot.summary.taskReferences);
  const source = {
    followed,
    snapshot: followed.snapshot,
    tasks,
    git: undefined,
    record: followed.path,
    step: await freshStep(context),
  };
  return (draft) => {
    if (isRepeatedAnnouncement(agentOf(draft), followed.tail, context.nowMs)) return;
    const input = briefInput(draft.context, source, wantedFiles(draft.context, source), {
      number: 0,
      trigger: event.trigger,
    });
    const { steerCharacters, shapesSummary, replacesOrder } = context.host.capabilities;
    const { summaryOrder } = context.config;
    const template = context.handoffTemplate();
    // Two forms in one order contradict each other.
    const ownForm = input.tracked !== undefined || template !== undefined;
    const wanted = summaryOrder === 'auto' ? ownForm : summaryOrder === 'replace';
    const whole = replacesOrder === true && wanted;
    const text = renderSteering(input, {
      limit: steerCharacters,
      shaped: shapesSummary === true && (ownForm || summaryOrder !== 'auto'),
      ...(template === undefined ? {} : { template }),
      whole,
    });
    recordSnapshot(draft, followed);
    add(draft, {
      kind: 'expected',
      trigger: event.trigger,
      tail: followed.tail,
      length: text.length,
      ...midTurnOf(context, event, followed),
    });
    if (text !== '') draft.replies.push({ type: 'steer', text, ...(whole ? { whole } : {}) });
  };
}

/** Whether the agent is at work, where no later event tells of the compaction. */
function midTurnOf({ host }: HookContext, event: Event, followed: Followed): { midTurn?: boolean } {
  const { announcement, compactsBesideTurn } = host.capabilities;
  if (announcement === undefined) return {};
  const beside = compactsBesideTurn === true && event.trigger === 'auto';
  return { midTurn: beside || followed.snapshot.summary.midTurn };
}
