import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { Called } from './call-command.ts';
import { serverInstructions } from './instructions.ts';
import { type OwnTool, ownTools, type ToolInput } from './tools.ts';

/** The server with our tools and resources. `call`: runs a command of ours. */
export function makeServer(
  version: string,
  ticket: string | undefined,
  call: (words: readonly string[]) => Promise<Called>,
): McpServer {
  const server = new McpServer(
    { name: 'holdfast', title: 'Holdfast', version },
    { instructions: serverInstructions },
  );
  for (const tool of ownTools) addTool(server, tool, call);
  addResource(
    server,
    'brief',
    'What the agent of this project must know to go on',
    ['brief'],
    call,
  );
  if (ticket !== undefined) {
    const words = ['ticket', 'show', '--', ticket];
    addResource(server, 'ticket', 'The ticket that this session was launched with', words, call);
  }
  return server;
}

function addTool(
  server: McpServer,
  { name, description, input, readOnly, words }: OwnTool,
  call: (words: readonly string[]) => Promise<Called>,
): void {
  const schema = { type: 'object', ...input, additionalProperties: false } as const;
  server.registerTool(
    name,
    {
      description,
      inputSchema: fromJsonSchema<ToolInput>(schema as Parameters<typeof fromJsonSchema>[0]),
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    async (given: ToolInput) => {
      const { text, failed } = await call(words(given));
      return { content: [{ type: 'text' as const, text }], isError: failed };
    },
  );
}

function addResource(
  server: McpServer,
  name: string,
  description: string,
  words: readonly string[],
  call: (words: readonly string[]) => Promise<Called>,
): void {
  const uri = `holdfast://${name}`;
  server.registerResource(name, uri, { description, mimeType: 'text/markdown' }, async () => {
    const { text } = await call(words);
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
}
