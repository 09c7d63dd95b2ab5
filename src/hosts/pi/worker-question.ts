import { fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { PermissionRequest } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf } from '../../core/worker/texts.ts';

/** Marks a dialog of the client as a question for a permission; the person's own extensions have others. */
const title = 'Holdfast: may the worker do this?';

type Asked = Omit<PermissionRequest, 'id'>;

/** The dialog that asks for a permission. */
export function permissionQuestion(asked: Asked): { title: string; text: string } {
  return { title, text: JSON.stringify(asked) };
}

/** What a dialog asks for; undefined for one that is none of ours. */
export function readPermissionQuestion(dialog: {
  title: unknown;
  text: unknown;
}): Asked | undefined {
  if (dialog.title !== title) return undefined;
  const asked = rowOf(textOf(dialog.text) ?? '') ?? {};
  const command = textOf(asked.command);
  return {
    tool: lineOf(asked.tool),
    about: lineOf(asked.about),
    edit: asked.edit === true,
    paths: listOf(asked.paths).flatMap((path) => textOf(path) ?? []),
    ...(command === undefined ? {} : { command: saidOf(command) }),
  };
}

/** The text that the dialog is answered with. */
export function permissionAnswer(allowed: boolean, reason: string): string {
  return JSON.stringify({ allowed, reason });
}

/** Reads it back. Nothing, or something else, is a denial. */
export function readPermissionAnswer(said: string | undefined): {
  allowed: boolean;
  reason: string;
} {
  const answer = fieldsOf(rowOf(said ?? ''));
  const reason = textOf(answer.reason) ?? 'Nobody allowed this.';
  return { allowed: answer.allowed === true, reason };
}
