import { type OwnTool, options, rest, session, text } from './tool-words.ts';

const run = text('Id of the run. Default: the one of this session, else the newest open one here.');

/** Names with values, as options of the form `name=value`. */
function settings(given: unknown): string[] {
  return Object.entries((given ?? {}) as Record<string, unknown>).map(
    ([name, value]) => `--set=${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
}

export const workflowTools: readonly OwnTool[] = [
  {
    name: 'workflow_list',
    part: 'runs',
    description: 'Which workflows can be started here; with `runs` the runs that there are.',
    input: { properties: { runs: { type: 'boolean', description: 'The runs in place of them.' } } },
    readOnly: true,
    words: (input) => ['workflow', 'list', ...(input.runs === true ? ['--runs'] : [])],
  },
  {
    name: 'workflow_start',
    part: 'runs',
    description: 'Start a run of a workflow; the answer is its first step.',
    input: {
      properties: {
        id: text('Id of the workflow.'),
        parameters: { type: 'object', description: 'Values of its parameters, by their names.' },
        session,
      },
      required: ['id'],
    },
    takesPart: true,
    readOnly: false,
    words: (input) => [
      'workflow',
      'start',
      ...settings(input.parameters),
      ...options(input, { session: 'session' }),
      ...rest(input.id),
    ],
  },
  {
    name: 'workflow_next',
    part: 'runs',
    description:
      'Say that the pending step of the run is done. The answer is the next step, or what evidence is missing and how to get it. Without a token the pending step is only shown.',
    input: {
      properties: {
        token: text('The token that came with the step.'),
        note: text('What is worth knowing further on.'),
        output: {
          type: 'object',
          description: 'What the step asks for, in the shape that it says.',
        },
        run,
        session,
      },
    },
    takesPart: true,
    readOnly: false,
    words: ({ output, ...input }) => [
      'workflow',
      'next',
      ...options(input, { token: 'token', note: 'note', run: 'run', session: 'session' }),
      ...(output === undefined ? [] : [`--output=${JSON.stringify(output)}`]),
    ],
  },
  {
    name: 'workflow_checkpoint',
    part: 'runs',
    description: 'Add a note to the pending step; with a name the run can be taken back to it.',
    input: {
      properties: { text: text('The note.'), name: text('The name.'), run, session },
      required: ['text'],
    },
    takesPart: true,
    readOnly: false,
    words: (input) => [
      'workflow',
      'checkpoint',
      ...options(input, { name: 'name', run: 'run', session: 'session' }),
      ...rest(input.text),
    ],
  },
];
