import {
  type Answer,
  fullContext,
  type ModelRequest,
  newResults,
  newText,
  textOf,
} from '../request.ts';
import { choose, enter } from '../screen.ts';
import type { Scenario } from './scenario.ts';

type Calls = NonNullable<Answer['calls']>;

/** Answers the main requests with these steps in order, then ends the turn. A last number is the reported context. */
function steps(list: { calls: Calls; full?: boolean }[], end = 'All done.') {
  return (request: ModelRequest): Answer => {
    if (request.kind !== 'main') return request.kind === 'summary' ? {} : { text: 'Sub done.' };
    const step = list[request.nth];
    if (!step) return { text: end };
    return { calls: step.calls, inputTokens: step.full ? fullContext : undefined };
  };
}

const read = (file_path: string, more = {}) => ({ name: 'Read', input: { file_path, ...more } });
const bash = (command: string) => ({ name: 'Bash', input: { command } });
const numbered = (count: number, text: string) =>
  `${Array.from({ length: count }, (_, index) => `${text} ${index + 1}`).join('\n')}\n`;

const plan = '# Plan\n\n- [x] step one\n- [ ] step two\n';

/** The runs whose payloads and records are kept as fixtures. */
export const scenarios: Scenario[] = [
  {
    name: 'auto-compaction',
    prompts: ['do the task, never edit gen.txt'],
    prepare: (sandbox) => void sandbox.write('PLAN.md', plan),
    answers: {
      PreCompact: 'Keep the rules of the user word for word.',
      SessionStart: context('SessionStart', 'Brief of the recorder.'),
      PostToolUse: context('PostToolUse', 'Note of the recorder.'),
    },
    policy: (sandbox) =>
      steps([
        { calls: [read(`${sandbox.project}/PLAN.md`)] },
        {
          calls: [
            { name: 'Write', input: { file_path: `${sandbox.project}/a.txt`, content: 'a\n' } },
          ],
        },
        { calls: [bash('echo step')], full: true },
        { calls: [read(`${sandbox.project}/PLAN.md`)] },
      ]),
  },
  {
    name: 'manual-compaction',
    prompts: ['look at the plan', '/compact keep ct_55', 'go on'],
    prepare: (sandbox) => void sandbox.write('PLAN.md', plan),
    answers: { SessionStart: context('SessionStart', 'Brief of the recorder.') },
    policy: (sandbox) => steps([{ calls: [read(`${sandbox.project}/PLAN.md`)] }]),
  },
  {
    name: 'tool-results',
    prompts: ['do the task'],
    prepare(sandbox) {
      sandbox.write('PLAN.md', plan);
      sandbox.write('lines.txt', numbered(12, 'line'));
      sandbox.write('no-end.txt', 'a\nb\nc');
      sandbox.write(
        'large.txt',
        numbered(5000, 'a row that makes this file larger than 256 KB, row'),
      );
      sandbox.write(
        'medium.txt',
        numbered(700, 'a row that makes the output of cat too large, row'),
      );
    },
    policy: (sandbox) =>
      steps([
        { calls: [read(`${sandbox.project}/lines.txt`)] },
        { calls: [read(`${sandbox.project}/lines.txt`, { offset: 4, limit: 3 })] },
        { calls: [read(`${sandbox.project}/no-end.txt`)] },
        { calls: [read(`${sandbox.project}/large.txt`)] },
        { calls: [read(`${sandbox.project}/missing.txt`)] },
        { calls: [bash('cat PLAN.md')] },
        { calls: [bash('cat medium.txt')] },
        { calls: [bash('echo out; echo err >&2; exit 3')] },
        { calls: [read(`${sandbox.project}/PLAN.md`), bash('echo x')] },
        {
          calls: [
            {
              name: 'Edit',
              input: {
                file_path: `${sandbox.project}/PLAN.md`,
                old_string: 'two',
                new_string: 'three',
              },
            },
          ],
        },
        {
          calls: [
            {
              name: 'Edit',
              input: {
                file_path: `${sandbox.project}/PLAN.md`,
                old_string: 'nowhere',
                new_string: 'x',
              },
            },
          ],
        },
        { calls: [{ name: 'NoSuchTool', input: { a: 1 } }] },
      ]),
  },
  {
    name: 'denial',
    prompts: ['do the task'],
    prepare: (sandbox) => void sandbox.write('PLAN.md', plan),
    answers: {
      PreToolUse: JSON.stringify({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'Read PLAN.md first.',
        },
      }),
    },
    policy: () => steps([{ calls: [bash('echo one'), bash('echo two')] }]),
  },
  {
    name: 'forced-turn',
    prompts: ['do the task'],
    prepare: (sandbox) => void sandbox.write('PLAN.md', plan),
    answers: { Stop: context('Stop', 'Go on with the plan.') },
    policy: () => steps([]),
  },
  {
    name: 'subagent-compaction',
    prompts: ['do the task'],
    prepare: (sandbox) => void sandbox.write('PLAN.md', plan),
    answers: { SessionStart: context('SessionStart', 'Brief of the recorder.') },
    policy: (sandbox) => (request) => {
      if (request.kind === 'summary') return {};
      if (request.kind === 'main') {
        if (request.nth > 0) return { text: 'All done.' };
        const input = {
          description: 'look',
          prompt: 'Look at PLAN.md and do not push.',
          subagent_type: 'general-purpose',
          run_in_background: false,
        };
        return { calls: [{ name: 'Agent', input }] };
      }
      if (request.nth === 0) return { calls: [read(`${sandbox.project}/PLAN.md`)] };
      if (request.nth === 1) return { calls: [bash('echo sub')], inputTokens: fullContext };
      if (request.nth === 2) return { calls: [bash('echo sub again')] };
      return { text: 'Sub done.' };
    },
  },
  {
    name: 'plan-and-question',
    screenArgs: ['--permission-mode', 'plan'],
    prepare: () => {},
    answers: { SessionStart: context('SessionStart', 'Brief of the recorder.') },
    async atScreen(screen) {
      await screen.waitFor('plan mode on');
      await enter(screen, 'please ASK me');
      await screen.waitFor('Which store?');
      await choose(screen, 'Down', 'Enter');
      await screen.waitFor('You chose.');
      await enter(screen, 'please PLAN it');
      await screen.waitFor('Would you like to proceed?');
      await choose(screen, 'Enter');
      await screen.waitFor('I start.');
      await enter(screen, '/compact');
      await screen.waitFor('Plan file referenced');
      await enter(screen, 'now GO on');
      await screen.waitFor('Gone on.');
      await enter(screen, '/clear');
      await enter(screen, 'GO after clear');
      await screen.waitFor('Gone on.');
    },
    policy: () => (request) => {
      if (request.kind !== 'main') return request.kind === 'summary' ? {} : { text: 'A title' };
      const told = newText(request);
      if (newResults(request).length > 0) {
        if (told.includes('created successfully'))
          return { calls: [{ name: 'ExitPlanMode', input: {} }] };
        return { text: told.includes('approved') ? 'I start.' : 'You chose.' };
      }
      if (told.includes('please ASK')) return { calls: [question] };
      if (told.includes('please PLAN')) return { calls: [planFile(textOf(request))] };
      return { text: 'Gone on.' };
    },
  },
];

const question = {
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which store?',
        header: 'Store',
        multiSelect: false,
        options: [
          { label: 'files', description: 'plain files' },
          { label: 'sqlite', description: 'a database' },
        ],
      },
    ],
  },
};

/** The plan goes where the client says that it belongs. */
function planFile(told: string) {
  const path = /\/\S+\/\.claude\/plans\/[\w-]+\.md/.exec(told)?.[0] ?? '';
  return { name: 'Write', input: { file_path: path, content: plan } };
}

function context(hookEventName: string, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });
}
