import { LineCounter, parseDocument } from 'yaml';
import { clip, toLines } from './lines.ts';

/** Front matter longer than this is not read: it is no manifest but data. */
const maxCharacters = 64 * 1024;

/** Nesting beyond this could exhaust the parser's stack, and then everything ends at once. */
const maxBrackets = 300;

export interface FrontMatter {
  /** Keys in lower case with underscores; scalars are strings exactly as written (`1.10` stays `1.10`). */
  data: Record<string, unknown>;
  /** Lines of the front matter. */
  head: string[];
  /** Lines after the front matter. */
  body: string[];
  /** Line number of the first body line, from 1. */
  bodyStart: number;
  /** What is wrong with it and on which line of the document. */
  fault?: { line: number; what: string };
  /** All that is wrong with it; the first is `fault`. */
  faults?: { line: number; what: string }[];
}

/** The YAML front matter of a document; undefined when its first non-blank line is not `---`. Never throws. */
export function frontMatter(text: string): FrontMatter | undefined {
  const read = readFrontMatter(text);
  return read?.fault && !read.faults ? { ...read, faults: [read.fault] } : read;
}

function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = toLines(text);
  const open = lines.findIndex((line) => line.trim() !== '');
  if (open < 0 || lines[open]?.trimEnd() !== '---') return undefined;
  const close = lines.findIndex((line, at) => at > open && /^(?:---|\.\.\.)\s*$/.test(line));
  if (close < 0) {
    const what = 'the front matter is never closed by a line with ---';
    return {
      data: {},
      head: [],
      body: lines.slice(open + 1),
      bodyStart: open + 2,
      fault: { line: open + 1, what },
    };
  }
  const head = lines.slice(open + 1, close);
  const rest = { head, body: lines.slice(close + 1), bodyStart: close + 2 };
  const source = head.join('\n');
  if (source.length > maxCharacters) {
    const what = `the front matter is longer than ${maxCharacters} characters`;
    return { data: {}, ...rest, fault: { line: open + 1, what } };
  }
  if (isDeep(source)) {
    const what = 'the front matter is nested too deep';
    return { data: {}, ...rest, fault: { line: open + 1, what } };
  }
  const parsed = parseLoose(source);
  if ('faults' in parsed) {
    const faults = parsed.faults.map((each) => ({ ...each, line: open + 1 + each.line }));
    return { data: {}, ...rest, fault: faults[0]!, faults };
  }
  return { ...parsed, ...rest };
}

function isDeep(source: string): boolean {
  const brackets = source.replace(/[^[{]+/g, '').length;
  return brackets > maxBrackets || /(?:[-?:][ \t]+){12}/.test(source) || /^ {200}/m.test(source);
}

type Fault = NonNullable<FrontMatter['fault']>;
type Parsed = { data: Record<string, unknown> } | { faults: Fault[] };

/** Of more faults nobody reads. */
const maxFaults = 20;

/** The front matter as YAML; where it is none, once more with the values that a person forgot to quote as texts. */
function parseLoose(source: string): Parsed {
  const strict = parseYaml(source);
  if (!('faults' in strict)) return strict;
  const quoted = source.split('\n').map(quotedLine).join('\n');
  if (quoted === source) return strict;
  const loose = parseYaml(quoted);
  return 'faults' in loose ? strict : loose;
}

const plainKey = /^ {0,8}(?:- )?[a-z][\w-]{0,60}$/i;

/** `key: value` with quotes, where YAML would read more than a text: a colon in it, or a sign of its own before it. */
function quotedLine(line: string): string {
  const at = line.indexOf(': ');
  if (at < 0 || at > 80 || line.length > 600 || !plainKey.test(line.slice(0, at))) return line;
  const rest = line.slice(at + 2).trim();
  const comment = rest.indexOf(' #');
  const value = comment < 0 ? rest : rest.slice(0, comment).trim();
  const isMore = value.includes(': ') || value.endsWith(':') || '@`%'.includes(value.charAt(0));
  if (value === '' || !isMore || '\'"|>[{#'.includes(value.charAt(0))) return line;
  return `${line.slice(0, at)}: '${value.replaceAll("'", "''")}'`;
}

function parseYaml(source: string): Parsed {
  const counter = new LineCounter();
  try {
    const document = parseDocument(source, {
      schema: 'failsafe',
      lineCounter: counter,
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
    });
    if (document.errors.length > 0) {
      const faults = document.errors.slice(0, maxFaults).map((error) => ({
        line: counter.linePos(error.pos[0]).line,
        what: clip(error.message.split('\n')[0] ?? 'not YAML', 160),
      }));
      return { faults };
    }
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    if (value === null || value === '') return { data: {} };
    if (typeof value !== 'object' || Array.isArray(value)) {
      return { faults: [{ line: 1, what: 'the front matter is not a list of keys and values' }] };
    }
    return { data: lowerKeys(value) };
  } catch {
    return { faults: [{ line: 1, what: 'the front matter is not YAML' }] };
  }
}

function lowerKeys(value: object): Record<string, unknown> {
  const data: Record<string, unknown> = Object.create(null);
  for (const [key, entry] of Object.entries(value)) {
    data[key.trim().toLowerCase().replaceAll('-', '_')] = entry;
  }
  return data;
}
