/** How a JSON text is laid out, so that what is added looks like what is there. */
export interface Shape {
  eol: string;
  /** One level of indentation. */
  unit: string;
  /** False when the whole document stands on one line. */
  spread: boolean;
}

/** The layout of a document. `start` and `end` bound its top-level value. */
export function shapeOf(text: string, start: number, end: number): Shape {
  const inside = text.slice(start, end);
  const eol = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const indented = /\r?\n([ \t]+)[^\s/*]/.exec(inside)?.[1];
  return {
    eol,
    unit: indented ?? '  ',
    spread: inside.includes('\n') || inside.replace(/\s/g, '') === '{}',
  };
}

/** The blanks at the start of the line on which an offset stands. */
export function indentAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), -1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
}

/** A value as JSON in a layout; every line but the first is indented by `indent`. */
export function print(value: unknown, shape: Shape, indent: string, spread: boolean): string {
  if (!spread) return JSON.stringify(value);
  return JSON.stringify(value, null, shape.unit).replaceAll('\n', shape.eol + indent);
}
