import { LineCounter, parseDocument } from 'yaml';

/** What a text of JSON or YAML holds; `line`: where it is neither, counted from 1. */
export function readData(text: string): { value?: unknown; line?: number; fault?: string } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    return { line: lines.linePos(error.pos[0]).line, fault: error.message };
  }
  try {
    return { value: document.toJS({ maxAliasCount: 20 }) };
  } catch {
    return { line: 1, fault: 'it refers to itself too often' };
  }
}
