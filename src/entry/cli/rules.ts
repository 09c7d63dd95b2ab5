import type { HookDeps } from '../../app/hook/context.ts';
import { isGuarding } from '../../app/hook/has-work.ts';
import {
  chooseRule,
  guardRules,
  type ListedRule,
  listRules,
  namedRule,
} from '../../app/sessions/rules.ts';
import { sessionSnapshot } from '../../app/sessions/session-brief.ts';
import { Fault } from '../../core/errors.ts';
import { userTime } from '../../core/time-text.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { mustBePerson } from './inside-session.ts';
import { chooseSession, openStore, type RecordChoice, readingOf } from './sessions.ts';

interface RulesOptions extends RecordChoice {
  drop?: string;
  keep?: string;
}

export const addRules: AddCommand = (program, bind) => {
  const command = program
    .command('rules')
    .description("List a session's standing instructions, and what lifted them")
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here)',
    )
    .option(
      '--drop <number>',
      'this is not a rule; stop giving it to the agent (user only, not agents)',
    )
    .option('--keep <number>', 'this rule holds, whatever was said later (user only, not agents)')
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--json', 'print the result as JSON');
  bind<RulesOptions>(command, rules);
};

async function rules(
  context: CliContext,
  options: RulesOptions,
  [named]: string[],
): Promise<Outcome> {
  const { deps, event, gone } = readingOf(context, named, options);
  const list = async (): Promise<ListedRule[]> => {
    const { facts } = await sessionSnapshot(deps, event);
    const { rules: choices } = deps.store.load().state;
    return listRules(facts, choices, guardRules(facts, deps));
  };
  let listed = await list();
  const done: string[] = [];
  if (options.drop !== undefined || options.keep !== undefined) {
    if (options.transcript !== undefined) {
      throw new Fault(
        'usage',
        'You can drop or keep a rule only in a session, not in a transcript.',
        {
          hint: 'Leave --transcript out, and name the session.',
        },
      );
    }
    mustBePerson(context, 'Deciding which rules hold');
    const store = openStore(context, chooseSession(context, named));
    for (const choice of ['drop', 'keep'] as const) {
      const name = options[choice];
      if (name === undefined) continue;
      const rule = namedRule(listed, name);
      chooseRule(store, rule, choice);
      done.push(`${choice === 'drop' ? 'Dropped' : 'Kept'}: "${shortened(rule.text)}"`);
    }
    listed = await list();
  }
  const holding = listed.filter(({ state }) => state === 'holds' || state === 'narrowed');
  const over = listed.filter((rule) => !holding.includes(rule));
  const lines = [
    ...done,
    ...(done.length > 0 ? [''] : []),
    ...(gone ? [gone, ''] : []),
    ...(holding.length > 0
      ? ['Rules that hold', '', ...holding.flatMap(ruleLines)]
      : ['No rule holds.']),
    ...(holding.some(({ enforced }) => enforced.length > 0) ? ['', whenEnforced(deps)] : []),
    ...(over.length > 0 ? ['', 'Lifted or dropped', '', ...over.flatMap(ruleLines)] : []),
  ];
  return { text: lines.join('\n'), data: { session: event.sessionId, rules: listed } };
}

/** From when on the guard holds back what is enforced. */
function whenEnforced({ config, store }: Pick<HookDeps, 'config' | 'store'>): string {
  return isGuarding(config, store.load().state)
    ? 'The guard holds back what is enforced.'
    : 'The guard holds back what is enforced from the first compaction on.';
}

function ruleLines(rule: ListedRule): string[] {
  const lead = `${String(rule.number).padStart(3)}. `;
  const hang = ' '.repeat(lead.length);
  const [first = '', ...more] = rule.text.split('\n');
  const since = rule.since === undefined ? '' : `since ${userTime(rule.since)}, `;
  const kept = rule.kept ? ', kept by you' : '';
  const lines = [
    lead + first,
    ...more.map((line) => hang + line),
    `${hang}${rule.state}${kept}; ${rule.kind}, ${since}${rule.source}`,
  ];
  if (rule.state === 'holds' || rule.state === 'narrowed')
    lines.push(
      rule.enforced.length > 0
        ? `${hang}enforced: ${rule.enforced.join(', ')}`
        : `${hang}not enforced; the agent is told of it`,
    );
  if (rule.by !== undefined) {
    const when = rule.by.time === undefined ? '' : ` (${userTime(rule.by.time)})`;
    lines.push(`${hang}${rule.state} by: "${shortened(rule.by.text)}"${when}`);
  }
  return lines;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 159).replace(/[\ud800-\udbff]$/, '')}…`;
}
