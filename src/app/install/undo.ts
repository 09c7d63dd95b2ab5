import type { HostInstall } from '../../core/install/host-install.ts';
import { applyEdits, invertEdits, type TextEdit } from '../../core/settings-text/edit.ts';
import type { InstallRecord } from './record.ts';
import { digest } from './text.ts';

/** What a settings file becomes when our entries go. */
export interface Undone {
  text: string;
  /** True when nothing of the file is left but what init had made. */
  asBefore: boolean;
  /** True when the file did not exist before init and nothing else is in it now. */
  removeFile: boolean;
}

/**
 * Takes our entries out of a settings file. While the file is byte for byte what we left, the recorded
 * edits are undone, newest first; from where another hand changed it, the entries are taken out by structure.
 */
export function undo(
  install: HostInstall,
  path: string,
  now: string,
  record: InstallRecord | undefined,
): Undone {
  const { text, steps } = undoSteps(now, record?.steps ?? []);
  const change = install.unregister(text, path, record?.created);
  const createdFile = record?.createdFile === true;
  return {
    text: change.text,
    asBefore: record !== undefined && steps.length === 0 && change.passes.length === 0,
    removeFile: createdFile && change.text === '',
  };
}

/** The text before the recorded steps, newest first, as long as it is what they left; with the steps that stay. */
export function undoSteps(
  now: string,
  recorded: InstallRecord['steps'],
): { text: string; steps: InstallRecord['steps'] } {
  let text = now;
  const steps = [...recorded];
  for (let step = steps.at(-1); step && digest(text) === step.after; step = steps.at(-1)) {
    const earlier = stepBack(text, step.passes);
    if (earlier === undefined || digest(earlier) !== step.before) break;
    text = earlier;
    steps.pop();
  }
  return { text, steps };
}

/** The text before a step; undefined when the record does not fit the text, as after "holdfast forget". */
function stepBack(text: string, passes: TextEdit[][]): string | undefined {
  try {
    return passes.reduceRight((now, pass) => applyEdits(now, invertEdits(pass)), text);
  } catch {
    return undefined;
  }
}
