/** Blocks that a program put into a person's message, around or instead of the person's own words. */
const programBlock =
  /<(system-reminder|ide_opened_file|ide_selection|local-command-stdout|local-command-stderr|local-command-caveat|task-notification|bash-input|bash-stdout|bash-stderr|command-name|command-message|command-args|user-memory-input)>[\s\S]*?<\/\1>/g;

const notSaid =
  /^(<task-notification>|\[Request interrupted|Caveat: The messages below|This session is being continued)/;

/** What the person said in a message of role `user`: empty when it is all a program's. */
export function humanText(message: string): string {
  if (notSaid.test(message.trimStart())) return '';
  const text = message.replace(programBlock, '').trim();
  return notSaid.test(text) ? '' : text;
}
