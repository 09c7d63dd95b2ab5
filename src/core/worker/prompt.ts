import type { Ticket } from '../ticket/ticket.ts';
import { clipMarked } from '../trust/clip.ts';
import { withoutControls } from '../trust/untrusted.ts';

/** What a worker's prompt is made from. */
export interface PromptInput {
  ticket: Ticket;
  /** The ticket's absolute path. */
  path: string;
  /** The folder that the worker works in. */
  folder: string;
  /** The folder that the workers of one handler share. */
  scratch: string;
  /** True when the folder is a work tree of its own, on this branch. */
  branch?: string;
  permission: 'ask' | 'edit' | 'full';
  /** Patterns of what passes unasked. */
  allow?: readonly string[];
}

const contractLimit = 40_000;
const listLimit = 100;

/** The first message of a worker. Same input, same bytes. */
export function workerPrompt(input: PromptInput): string {
  const { ticket, path } = input;
  const parts = [
    `You are a worker. Your task is the ticket ${ticket.id}: ${plain(ticket.title)}`,
    `The ticket is the file ${path}. It is the truth about your task: where this message and the file differ, the file counts. Read it first, and read it again whenever your conversation was summarised.`,
    section('Objective', ticket.objective === ticket.contract ? undefined : ticket.objective),
    section(
      'Contract',
      ticket.contract === undefined ? undefined : clipMarked(ticket.contract, contractLimit),
    ),
    list('Scope: change only what these name', ticket.scope),
    list('Done means', ticket.success),
    list('Read these files first, in this order', ticket.filesToLoad),
    section('Next action', ticket.nextAction),
    section('Phase', ticket.phase),
    questions(ticket),
    ticket.progress.length === 0
      ? undefined
      : list('Done so far, by the ticket; go on from there', ticket.progress.slice(-20)),
    reporting(ticket, path),
    rules(input),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** What a worker is told whose client was started again. */
export function againPrompt(input: PromptInput, why: string): string {
  return [
    `You go on with the ticket ${input.ticket.id}: ${plain(input.ticket.title)}. Your client was started again: ${plain(why)}`,
    `Read ${input.path} first: its Progress says what is done. Look at the state of the files before you repeat a step.`,
    reporting(input.ticket, input.path),
    rules(input),
  ].join('\n\n');
}

/** What a worker is told that ended its turn though its ticket is not done. */
export function nudgePrompt(ticket: Ticket, path: string): string {
  const missing =
    ticket.status === 'done'
      ? 'its status is done, but its section Result is empty'
      : `its status is ${ticket.status ?? 'not set'}, not done`;
  return [
    `Your turn ended, but the ticket ${ticket.id} is not finished: ${missing}.`,
    'Go on with the work until it is. Then end it with the command below. If you cannot go on, say why with the second one.',
    `  holdfast ticket done ${shellWord(path)} --result "what was done, and how it was checked"`,
    `  holdfast ticket block ${shellWord(path)} "what is missing"`,
  ].join('\n');
}

function reporting(ticket: Ticket, path: string): string {
  const named = shellWord(path);
  const lines = [
    'Report in the ticket, each as a whole shell command:',
    `  holdfast ticket progress ${named} "what was done"      after each step`,
    `  holdfast ticket block ${named} "what is missing"       when you cannot go on without somebody`,
    `  holdfast ticket done ${named} --result "the result"    when everything is done and checked`,
    `  holdfast ticket fail ${named} "why"                    when it cannot be done`,
  ];
  if (ticket.validation.length > 0)
    lines.push('  holdfast answer NUMBER "the answer"      for each question above');
  lines.push(
    'Progress is only ever added to. The work counts as completed when the ticket is done and its Result is written; your own last words are not read.',
  );
  return lines.join('\n');
}

function rules({ ticket, folder, scratch, branch, permission, allow = [] }: PromptInput): string {
  const lines = [
    'Rules:',
    `- Work in ${folder}${branch === undefined ? '' : `, a work tree of its own on the branch ${branch}`}.`,
    `- Files that other workers should see and that are no part of the result go into ${scratch}.`,
    '- Nobody answers questions here. Decide what the ticket lets you decide; for the rest, block the ticket and end your turn.',
  ];
  if (permission !== 'full')
    lines.push(
      permission === 'edit'
        ? '- Edits inside of your folder are allowed. Anything else may be put to a person and be denied after a while; a denial is final, so find another way or block the ticket.'
        : '- Every change is put to a person and may be denied after a while; a denial is final, so find another way or block the ticket.',
    );
  if (permission !== 'full' && allow.length > 0)
    lines.push(
      `- These pass unasked as well (* stands for anything): ${allow.slice(0, listLimit).map(plain).join('; ')}. Run each as a command of its own, without writing its output to a file.`,
    );
  if (!ticket.mayStartWorkers) lines.push('- Start no other workers.');
  return lines.join('\n');
}

function questions(ticket: Ticket): string | undefined {
  const open = ticket.validation
    .map((question, index) => ({ question, number: index + 1 }))
    .filter(({ question }) => !ticket.answers.some((answer) => answer.question === question));
  if (open.length === 0) return undefined;
  const lines = open.map(({ question, number }) => `${number}. ${plain(question)}`);
  const must = ticket.validationRequired ? ' Nothing can be changed before each is answered.' : '';
  return `Answer these questions before you begin, in your own words from what you have read.${must}\n${lines.join('\n')}`;
}

function section(title: string, text: string | undefined): string | undefined {
  return text === undefined || text.trim() === ''
    ? undefined
    : `${title}:\n${withoutControls(text).trim()}`;
}

function list(title: string, entries: readonly string[]): string | undefined {
  if (entries.length === 0) return undefined;
  const shown = entries.slice(0, listLimit).map((entry) => `- ${plain(entry)}`);
  const more = entries.length - shown.length;
  if (more > 0) shown.push(`- and ${more} more, in the ticket`);
  return `${title}:\n${shown.join('\n')}`;
}

function plain(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** A path as one word of a shell command. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
