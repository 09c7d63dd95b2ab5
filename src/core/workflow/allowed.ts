import { isChanging } from '../recovery/gate.ts';
import { isStepCommand, ownToolWords } from '../shell/holdfast-command.ts';
import type { ToolCall } from '../tool.ts';
import type { StepView } from './step-view.ts';

type Allows = Pick<StepView, 'allow' | 'allowPaths'>;

/** What a call is judged with, beside the step. */
export interface CallPlace {
  readOnlyTools: readonly string[];
  /** True for a path, as the call names it, that is one of the files which the step allows to be edited. */
  isAmongPaths(path: string): boolean;
}

/** Kinds that lead out of no step: without them an agent could neither ask nor look for what may be called. */
const always = new Set(['question', 'todo', 'discovery', 'plan']);

/** True for a step that holds some calls back. */
export function restricts(view: Allows | undefined): view is Allows {
  return view?.allow !== undefined || view?.allowPaths !== undefined;
}

/** True for a call that the step allows. */
export function isAllowedByStep(
  { allow, allowPaths }: Allows,
  call: ToolCall,
  place: CallPlace,
): boolean {
  if (always.has(call.kind) || isOwn(call)) return true;
  const reads = allow?.includes('reading') && !isChanging(call, place.readOnlyTools);
  if (allow !== undefined && !reads && !allow.includes(call.kind)) return false;
  if (allowPaths === undefined || (call.kind !== 'edit' && call.kind !== 'write')) return true;
  return call.paths.length > 0 && call.paths.every((path) => place.isAmongPaths(path));
}

/** Our own commands and tools by which a step is worked on; not those that begin or take up another run. */
function isOwn(call: ToolCall): boolean {
  if (call.kind === 'shell') return call.background !== true && isStepCommand(call.command ?? '');
  const words = ownToolWords(call.name)?.join(' ') ?? '';
  return /^(?:resume|note|answer|recall|rules|evidence check|ticket [a-z]+|workflow (?:list|show|next|checkpoint|rewind))$/.test(
    words,
  );
}
