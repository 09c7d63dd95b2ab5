import { Fault } from '../errors.ts';
import { setKey } from '../ticket/edit.ts';
import { layoutOf } from '../ticket/layout.ts';
import { putTogether, type RawLine, takeApart } from '../ticket/raw-lines.ts';
import { checkboxIn, currentMarkIn } from './checkboxes.ts';
import { markdownLines } from './lines.ts';

/** What comes after the step that is done, as keys of the document's front matter. */
export interface Next {
  current_task?: string;
  current_section?: string;
  current_phase?: string;
  next_action?: string;
  progress?: string;
}

/** A document that went on by a step. */
export interface Advanced {
  text: string;
  /** The step that is ticked now. */
  done?: string;
  /** The step that is the current one now; absent where none is left. */
  step?: string;
}

/**
 * Ticks the current step of a document, moves the mark of the current one to the next, and writes what comes next into its
 * front matter; every other byte stays. Throws a Fault where there is nothing to tick and nothing to write.
 */
export function advance(text: string, next: Next): Advanced {
  const raw = takeApart(text);
  const layout = layoutOf(raw.lines);
  const ticked = tick(raw.lines, layout.bodyStart);
  let made = ticked === undefined ? text : putTogether({ ...raw, lines: ticked.lines });
  const keys = { ...next };
  const knows = (key: string): boolean => layout.keys.some((each) => each.key === key);
  if (ticked?.step !== undefined && keys.current_task === undefined && knows('current_task')) {
    keys.current_task = ticked.step;
  }
  const written = Object.entries(keys).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (ticked === undefined && written.length === 0) {
    throw new Fault('usage', 'There is no open step to tick, and you gave nothing to write.', {
      hint: 'Say what comes next with --task, --section, --phase, --next or --progress.',
    });
  }
  if (written.length > 0 && layout.front === undefined) {
    throw new Fault('usage', 'The document has no front matter for what comes next.', {
      hint: 'To just tick the step, leave --task, --section, --phase, --next and --progress out.',
    });
  }
  for (const [key, value] of written) made = setKey(made, key, value);
  return {
    text: made,
    ...(ticked && { done: ticked.done }),
    ...(ticked?.step ? { step: ticked.step } : {}),
  };
}

interface Ticked {
  lines: RawLine[];
  done: string;
  step?: string;
}

function tick(lines: readonly RawLine[], bodyStart: number): Ticked | undefined {
  const shown = markdownLines(lines.slice(bodyStart).map(({ text }) => text));
  const open = shown.flatMap((line, index) => {
    const item = line.hidden ? undefined : checkboxIn(line.text);
    return item?.state === 'open' ? [{ ...item, line: bodyStart + index }] : [];
  });
  const now = open.find(({ current }) => current) ?? open[0];
  if (now === undefined) return undefined;
  const others = open.filter((one) => one !== now);
  const following = others.find(({ line }) => line > now.line) ?? others[0];
  const made = [...lines];
  const old = lines[now.line]!;
  const mark = currentMarkIn(old.text);
  const without = mark === undefined ? old.text : withoutMarkOf(old.text, mark);
  made[now.line] = { ...old, text: signed(without, now.at, 'x') };
  if (following) {
    const line = lines[following.line]!;
    const sign = now.sign === ' ' ? following.sign : now.sign;
    const marked =
      mark === undefined || following.current ? line.text : `${line.text.trimEnd()} ${mark}`;
    made[following.line] = { ...line, text: signed(marked, following.at, sign) };
  }
  return { lines: made, done: now.text, ...(following ? { step: following.text } : {}) };
}

/** The line without the mark and the blanks before it. */
function withoutMarkOf(line: string, mark: string): string {
  const at = line.indexOf(mark);
  const before = line.slice(0, at);
  const behind = line.slice(at + mark.length);
  return behind.trim() === '' ? before.trimEnd() + behind : before + behind.replace(/^ /, '');
}

function signed(line: string, at: number, sign: string): string {
  return line.slice(0, at) + sign + line.slice(at + 1);
}
