import { clip } from '../trust/clip.ts';

/** Characters of a passage, about. */
const usual = 240;
/** A line so long is cut where it is told, and is a passage by itself. */
const longest = 420;
/** Passages of one text: of a longer one its beginning and its end, where a text says what it comes to. */
const most = 60;

/** A text in passages: lines that follow each other, a heading with what stands below it. */
export function split(text: string): string[] {
  const found: string[] = [];
  let lines: string[] = [];
  let length = 0;
  const close = () => {
    const whole = lines.join('\n').trim();
    if (whole !== '') found.push(whole);
    lines = [];
    length = 0;
  };
  for (const line of text.split('\n').flatMap(pieces)) {
    const isBlank = line.trim() === '';
    if (isBlank && length > usual / 3) close();
    if (isBlank) continue;
    if (length + line.length > usual && length > 0) close();
    lines.push(line.trimEnd());
    length += line.length + 1;
  }
  close();
  return found.length <= most
    ? found
    : [...found.slice(0, most / 2), ...found.slice(found.length - most / 2)];
}

/** A long line by its sentences; where it has none, its beginning alone, since it is data. */
function pieces(line: string): string[] {
  if (line.length <= longest) return [line];
  const sentences = line.split(/(?<=[.!?;:]["')\]]?)\s+|(?<=[。！？])/);
  const parts: string[] = [];
  for (const sentence of sentences) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + sentence.length < usual) {
      parts[parts.length - 1] = `${last} ${sentence}`;
    } else parts.push(clip(sentence, longest));
  }
  return parts;
}
