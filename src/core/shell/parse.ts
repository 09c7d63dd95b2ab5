import type { Joint, Redirect, Script, SimpleCommand } from './script.ts';
import { readWord, Unclear } from './word-reader.ts';

/** A command longer than this is not looked at. */
const maxCharacters = 20_000;

/**
 * Takes a command line apart into simple commands joined by `|`, `&&`, `||`, `;` and line ends. Everything
 * else is `unclear` with its reason: substitution, subshells, groups, here-documents, background work,
 * control characters. Conservative: what shells read differently is unclear, too.
 */
export function parseShell(command: string): Script {
  if (command.length > maxCharacters) return { unclear: 'a very long command' };
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(command)) return { unclear: 'a control character' };
  try {
    return { commands: readCommands(command) };
  } catch (error) {
    if (error instanceof Unclear) return { unclear: error.message };
    throw error;
  }
}

function readCommands(source: string): SimpleCommand[] {
  const done: SimpleCommand[] = [];
  let current = fresh('start');
  let at = 0;
  const finish = (joint: Joint): void => {
    if (isEmpty(current)) throw new Unclear('an operator without a command');
    done.push(current);
    current = fresh(joint);
  };
  while (at < source.length) {
    const blank = /^(?:[ \t]|\\\n)+/.exec(source.slice(at))?.[0];
    if (blank) {
      at += blank.length;
      continue;
    }
    if (source[at] === '#') {
      at = comment(source, at, current);
      continue;
    }
    const joint = /^(?:&&|\|\||\|(?!&)|;(?![;&])|\n)/.exec(source.slice(at, at + 2))?.[0];
    if (joint === '\n') {
      // Behind an operator the next line goes on with the command.
      if (!isEmpty(current)) finish(';');
      at += 1;
    } else if (joint) {
      finish(joint as Joint);
      at += joint.length;
    } else {
      at = readPart(source, at, current);
    }
  }
  if (!isEmpty(current)) done.push(current);
  else if (current.joint !== ';' && current.joint !== 'start')
    throw new Unclear('an operator at the end');
  return done;
}

function readPart(source: string, at: number, current: SimpleCommand): number {
  const redirect = /^(\d*)(&>>|&>|<<<|<<-?|<>|<&|>&|>>|>\||[<>])/.exec(source.slice(at, at + 12));
  if (redirect) return readRedirect(source, at, redirect, current);
  if (/[&;|()]/.test(source[at] ?? '')) throw new Unclear(`the operator ${source[at]}`);
  const { word, end } = readWord(source, at);
  const isAssignment =
    current.words.length === 0 && /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(source.slice(at, end));
  if (source[end] === '(') throw new Unclear('a parenthesis');
  (isAssignment ? current.assignments : current.words).push(word);
  return end;
}

function readRedirect(
  source: string,
  at: number,
  match: RegExpExecArray,
  current: SimpleCommand,
): number {
  const operator = match[2] ?? '';
  if (operator.startsWith('<<')) throw new Unclear('a here-document');
  let start = at + match[0].length;
  while (source[start] === ' ' || source[start] === '\t') start += 1;
  const { word, end } = readWord(source, start);
  if (end === start) throw new Unclear('a redirection to nothing plain');
  const redirect: Redirect = { operator, target: word };
  if (match[1]) redirect.descriptor = Number(match[1]);
  current.redirects.push(redirect);
  return end;
}

/** A comment on its own line. One behind a command, or with operators in it, is a command to some shells. */
function comment(source: string, at: number, current: SimpleCommand): number {
  const end = source.indexOf('\n', at);
  const text = source.slice(at, end < 0 ? source.length : end);
  if (!isEmpty(current) || /[|&;<>()$`'"\\]/.test(text)) throw new Unclear('a comment');
  return at + text.length;
}

function fresh(joint: Joint): SimpleCommand {
  return { joint, assignments: [], words: [], redirects: [] };
}

function isEmpty(command: SimpleCommand): boolean {
  return command.assignments.length + command.words.length + command.redirects.length === 0;
}
