import { lex } from './lexer.ts';
import { parseShell } from './parse.ts';
import { harmlessVariable, isReadOnlyProgram } from './programs.ts';
import type { Redirect, SimpleCommand, Word } from './script.ts';

/**
 * True when a command line surely changes nothing: every command in it, in substitutions and groups too, is a known program in a
 * form that only reads, and nothing is redirected but to /dev/null or between the outputs. What is not known to be harmless
 * counts as changing.
 */
export function isPlainlyReadOnly(command: string): boolean {
  const script = parseShell(command);
  if (
    !('unclear' in script) &&
    script.commands.length > 0 &&
    script.commands.every(isReadOnlyCommand)
  )
    return true;
  return isScriptOf(command, isReadOnlyPart, 0);
}

/**
 * True when every command of a line, in substitutions and groups too, is as asked, and what the line is made of is understood. A
 * redirection into a file never is.
 */
export function everyCommand(command: string, test: (part: SimpleCommand) => boolean): boolean {
  return isScriptOf(command, (part) => part.redirects.every(isHarmlessHere) && test(part), 0);
}

function isHarmlessHere(redirect: Redirect): boolean {
  const { operator, target } = redirect;
  // A file that is read, whichever it is, stays as it is.
  if (operator === '<' && target.expands && target.quoted) return true;
  if (operator === '<' && target.parts?.every(({ is }) => is === 'file')) return true;
  return operator.startsWith('<<') || isHarmlessRedirect(redirect);
}

const longest = 4_000;
const deepest = 3;
/** What makes a script more than a list of commands, and is looked into. */
const seenThrough = new Set([
  'command substitution',
  'an expansion that may run a command',
  'the operator (',
  'the operator )',
  'a here-document',
]);

/** Tests within one pair of brackets, whose joints would part commands elsewhere. */
const severalTests = /\[\[ [\w ./"~!=-]{1,200} (?:&&|\|\|) [\w ./"~!=&|-]{1,200} \]\]/g;
const apart = (tests: string): string => tests.replace(/ (&&|\|\|) /g, ' ]] $1 [[ ');

/** The same for a script with substitutions, groups, loops and here-documents. */
function isScriptOf(given: string, test: (part: SimpleCommand) => boolean, depth: number): boolean {
  // A sum of numbers alone is a number.
  const text =
    given.length > longest
      ? given
      : armsInARow(given)
          .replace(/\$\(\([\d +*/%-]{1,60}\)\)/g, '1')
          .replace(severalTests, apart);
  // Shells read these quotes, and signs of control, in different ways.
  if (
    depth > deepest ||
    text.length > longest ||
    /[\0-\x08\x0b-\x1f\x7f]|\$['"[]|\$\{\w+:?[=@]|>\(/.test(text)
  )
    return false;
  const { commands, doubts } = lex(text);
  if (commands.length === 0 || doubts.some((doubt) => !seenThrough.has(doubt))) return false;
  return commands.every((command) => {
    const scripts = command.scripts ?? [];
    return scripts.every((one) => isScriptOf(one, test, depth + 1)) && test(command);
  });
}

const opening = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{']);
const closing = new Set(['fi', 'done', '}']);

/** True for one command of such a script that only reads. */
export function isReadOnlyPart(command: SimpleCommand): boolean {
  const all = [
    ...command.words,
    ...command.assignments,
    ...command.redirects.map(({ target }) => target),
  ];
  if (all.some((word) => word.parts?.some((part) => part.is === 'unknown'))) return false;
  let { words } = command;
  while (words[0] && !words[0].quoted && opening.has(words[0].text)) words = words.slice(1);
  if (!command.redirects.every(isHarmlessHere)) return false;
  const [first, second, third, ...more] = words;
  if (command.assignments.length > 0)
    return first === undefined && command.assignments.every(isOwnVariable);
  if (first === undefined) return command.words.length > 0;
  if (words.length === 1 && !first.quoted && closing.has(first.text)) return true;
  if (first.text === 'for' && !first.quoted) return isName(second) && third?.text === 'in';
  if (first.text === 'read' && !first.quoted)
    return second?.text === '-r' && [third, ...more].every(isName);
  return isReadOnlyProgram(words);
}

/** `case WORD in A) …;; B) …;; esac` as the commands of all its arms, one behind the other. */
function armsInARow(text: string): string {
  if (!/\besac\b/.test(text)) return text;
  const start =
    /(?:^|[;\n&|] ?|\b(?:then|do) )case ("?\$\w{1,40}"?|"?\$\([\w -]{1,60}\)"?|[\w.-]{1,60}) in\s/.exec(
      text,
    );
  const end = text.indexOf('esac', start?.index);
  if (start === null || end < 0 || /^\w/.test(text.slice(end + 4))) return text;
  const begin = start.index + start[0].length;
  const arms = text
    .slice(begin, end)
    .split(';;')
    .map((arm) => arm.trim())
    .filter((arm) => arm !== '');
  const bodies = arms.map(
    (arm) => /^\(?[\w.*?/-]{1,60}(?: ?\| ?[\w.*?/-]{1,60}){0,9}\)([^()`]*)$/.exec(arm)?.[1],
  );
  if (bodies.length === 0 || bodies.some((body) => body === undefined)) return text;
  const before = text
    .slice(0, begin)
    .replace(/case (?=[^;&|\n]{1,80}$)/, ': ')
    .replace(/ in\s$/, '');
  return (
    [before, ...bodies.map((body) => (body!.trim() === '' ? ':' : body!.trim())), ':'].join('; ') +
    text.slice(end + 4)
  );
}

/** `x=3`: names in small letters are the script's own. */
function isOwnVariable({ text }: Word): boolean {
  const name = text.slice(0, Math.max(0, text.indexOf('=')));
  return isName({ text: name, expands: false, globs: false, quoted: false });
}

function isName(word: Word | undefined): boolean {
  // A loop over these would change what later commands are.
  return (
    word !== undefined &&
    /^[a-z_][a-z0-9_]*$/.test(word.text) &&
    // To zsh these are PATH and its like.
    !/path$|^(?:argv|status|prompt|histchars|signals|_)$/.test(word.text) &&
    !word.expands
  );
}

export function isReadOnlyCommand(command: SimpleCommand): boolean {
  return (
    command.assignments.every(isHarmlessVariable) &&
    (command.assignments.length === 0 || command.words.length > 0) &&
    command.redirects.every(isHarmlessRedirect) &&
    isReadOnlyProgram(command.words)
  );
}

function isHarmlessVariable({ text, expands }: Word): boolean {
  return !expands && harmlessVariable.test(text);
}

function isHarmlessRedirect({ operator, target }: Redirect): boolean {
  if (target.expands || target.globs) return false;
  if (operator === '>&' || operator === '<&') return /^\d$/.test(target.text);
  if (operator === '<') return !/^\/dev\/(?!null$)/.test(target.text);
  return ['>', '>>', '&>', '&>>'].includes(operator) && target.text === '/dev/null';
}
