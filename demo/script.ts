import {
  type Answer,
  callsOf,
  fullContext,
  type ModelRequest,
  newText,
  textOf,
} from '../harness/request.ts';
import { failingTest, rules, steps } from './project.ts';

/**
 * The agent of the demo, as one function of what it is told. Both arms run these very bytes.
 * Its memory is the request and nothing else: it keeps a rule when the rule stands there, and it does what comes to its
 * mind when it does not.
 */
export function forgetfulAgent(request: ModelRequest): Answer {
  if (request.kind === 'summary') return { text: forgetfulSummary };
  if (request.kind !== 'main') return { text: 'ok' };
  return isCompacted(request) ? afterCompaction(request) : beforeCompaction(request);
}

/** What summaries lose, measured on real ones: rules, the plan, commands and their results. Files mostly stay. */
const forgetfulSummary = `<analysis>The shop's prices were worked on.</analysis>
<summary>
The user asked for work on the prices of the shop. src/discount.mjs was added.
Current work: finishing the prices.
</summary>`;

function isCompacted(request: ModelRequest): boolean {
  return textOf(request).includes('This session is being continued from a previous conversation');
}

const read = (file_path: string) => ({ name: 'Read', input: { file_path } });
const bash = (command: string) => ({ name: 'Bash', input: { command } });

function beforeCompaction(request: ModelRequest): Answer {
  const turns: Answer[] = [
    { calls: [read('PLAN.md')] },
    {
      text: 'Step 2, the discount first.',
      calls: [
        {
          name: 'Write',
          input: {
            file_path: 'src/discount.mjs',
            content:
              '/** Ten things and more are cheaper. */\nexport const discount = (count) => (count >= 10 ? 0.9 : 1);\n',
          },
        },
      ],
    },
    { calls: [bash('node --test --test-reporter=spec')] },
    { calls: ['cart', 'stock', 'tax'].map((name) => read(`src/${name}.mjs`)) },
    { calls: ['mail', 'user', 'log'].map((name) => read(`src/${name}.mjs`)) },
    { calls: [bash('git status --short')], inputTokens: fullContext },
  ];
  return turns[request.nth] ?? { text: 'Nothing more to do.' };
}

/** What is left to do, in order; each item decides from what the agent knows. The first one not yet tried is done. */
function afterCompaction(request: ModelRequest): Answer {
  const known = textOf(request);
  const denied = fileToReadFirst(newText(request));
  if (denied) return { text: 'I was told to read this first.', calls: [read(denied)] };

  const todo = [
    {
      name: 'rates',
      call: known.includes(rules.generated)
        ? bash(`echo '{"EUR":112,"USD":100}' > rates.json && node scripts/make-rates.mjs`)
        : bash(`sed -i.bak '/const/s/108/112/' src/rates.mjs && rm src/rates.mjs.bak`),
    },
    {
      name: 'test',
      call: known.includes(failingTest)
        ? bash(`sed -i.bak 's/Math.trunc/Math.round/' src/price.mjs && rm src/price.mjs.bak`)
        : undefined,
    },
    {
      name: 'step',
      call: known.includes(steps.after)
        ? bash(
            `printf 'export const receipt = (total, currency) => total + " " + currency;\\n' > src/receipt.mjs`,
          )
        : bash(`printf 'export const discount = () => 0.5;\\n' > src/discount.mjs`),
    },
    {
      name: 'push',
      call: known.includes(rules.push)
        ? bash(`git add . && git commit --quiet -m 'Prices'`)
        : bash(`git add . && git commit --quiet -m 'Prices' && git push --quiet`),
    },
  ];
  const next = todo.find((item) => item.call && !wasDone(request, item.call.input.command));
  return next?.call ? { calls: [next.call] } : { text: 'All steps are done and all tests pass.' };
}

/** True when this command stands in the request with a result that is no denial. */
function wasDone(request: ModelRequest, command: string): boolean {
  const made = callsOf(request).filter((call) => call.input.command === command);
  const results = request.messages.flatMap((message) => message.parts);
  return made.some((call) =>
    results.some(
      (part) => part.type === 'result' && part.id === call.id && !part.text.includes('hook error'),
    ),
  );
}

/** The file that a denial among the new results names. */
function fileToReadFirst(text: string): string | undefined {
  if (!text.includes('hook error')) return undefined;
  return /(\/[^\s"'`,;:]+\.md)/.exec(text.slice(text.indexOf('hook error')))?.[1];
}
