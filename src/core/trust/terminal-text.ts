/** Colours of ours: a number of its own in each sequence tells them from those of a file's name. */
const ownStyle = (own: string): RegExp => new RegExp(`\\u001b\\[([0-9]{1,2});${own}m`, 'g');

const sequences =
  /\u001b(?:\[[0-9:;<=>?]{0,64}[ -/]{0,8}[@-~]?|[\]PX^_][^\u0007\u001b\u009c]{0,4096}(?:\u0007|\u001b\\|\u009c)?|[ -/]{0,4}[0-~]?)|\u009b[0-9:;<=>?]{0,64}[ -/]{0,8}[@-~]?|[\u0090\u0098\u009d-\u009f][^\u0007\u001b\u009c]{0,4096}(?:\u0007|\u001b\\|\u009c)?/g;
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const plain = /^[\t\n -~]*$/;

/**
 * Text as a terminal or a pipe may be given it: no sequence that moves, clears, writes elsewhere or turns the reading direction,
 * whoever wrote it, but for colours that carry the number in `own`.
 */
export function terminalText(text: string, own: string): string {
  if (plain.test(text)) return text;
  return text
    .split(ownStyle(own))
    .map((part, at) => (at % 2 === 1 ? `\u001b[${part}m` : clean(part)))
    .join('');
}

function clean(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(sequences, '').replace(unseen, '');
}

/** JSON without any such sign: written as escapes, so that whoever reads it gets every unit back. */
export function plainJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
