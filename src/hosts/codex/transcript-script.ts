import { bounded, type Value } from '../../core/rows/values.ts';
import type { ToolCall } from '../../core/tool.ts';
import { toolCall } from './tools.ts';
import { patchPathsInScript } from './transcript-patch.ts';

const called = /\btools\s*\.\s*([A-Za-z_]\w*)\s*\(/g;
const literal = `"(?:[^"\\\\]|\\\\[\\s\\S])*"|'(?:[^'\\\\]|\\\\[\\s\\S])*'|\`(?:[^\`\\\\]|\\\\[\\s\\S])*\``;
const member = new RegExp(
  `\\b(cmd|workdir|chars|session_id|path|message|task_name|target|query)["']?\\s*:\\s*(${literal}|\\d+)`,
  'g',
);
const mostCalls = 50;
const longestScript = 200_000;

/**
 * The tool calls in a script of the client's code mode (since 0.144), as far as they stand in it word for word. A call
 * whose command the script puts together is told without one. Empty where the script calls no tool.
 */
export function scriptCalls(script: string): ToolCall[] {
  const source = script.slice(0, longestScript);
  const places = [...source.matchAll(called)].slice(0, mostCalls);
  return places.map((place, index) => {
    const name = place[1]!;
    const next = places[index + 1]?.index ?? source.length;
    const own = source.slice(place.index, next);
    const given = members(own);
    const call = toolCall(name, given);
    if (call.kind === 'edit') {
      const named = patchPathsInScript(own);
      call.paths = named.length > 0 ? named : patchPathsInScript(source);
    } else if (call.kind === 'shell' && call.command === undefined) {
      call.detail = bounded(source, 500);
    }
    return call;
  });
}

/** The session that a `write_stdin` in the script speaks to. */
export function scriptSession(script: string): string | undefined {
  const source = script.slice(0, longestScript);
  const name = 'write_stdin';
  for (let at = source.indexOf(name); at >= 0; at = source.indexOf(name, at + name.length)) {
    const given = /^\s{0,20}\(\s{0,20}\{([^}]{0,2000})/.exec(
      source.slice(at + name.length, at + 2_100),
    );
    const id = given && /\bsession_id["']?\s{0,20}:\s{0,20}(\d+)/.exec(given[1]!);
    if (id) return id[1];
  }
  return undefined;
}

function members(source: string): Value {
  const found: Value = {};
  for (const [, name, value] of source.matchAll(member)) {
    const plain = literalText(value!);
    if (plain !== undefined) found[name!] ??= plain;
  }
  return found;
}

/** What a literal stands for; undefined for a template with parts to be put in. */
function literalText(source: string): string | undefined {
  const mark = source[0];
  if (mark !== '"' && mark !== "'" && mark !== '`') return source;
  const inner = source.slice(1, -1);
  if (mark === '`' && /(?<!\\)\$\{/.test(inner)) return undefined;
  return inner.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (_whole, point?: string, unit?: string, byte?: string, one?: string) => {
      const code = point ?? unit ?? byte;
      if (code !== undefined) {
        const value = Number.parseInt(code, 16);
        return value > 0x10ffff ? '\ufffd' : String.fromCodePoint(value);
      }
      return shortEscapes[one!] ?? one!;
    },
  );
}

const shortEscapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0', '\n': '' };
