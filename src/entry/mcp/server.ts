import { fromJsonSchema, McpServer, type RegisteredTool } from '@modelcontextprotocol/server';
import { serverInstructions } from '../../core/install/server-install.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import type { Called } from './call-command.ts';
import type { OwnTool, ToolInput, ToolPart } from './tool-words.ts';
import { ownTools } from './tools.ts';

/** What the server works with. */
export interface Served {
  version: string;
  /** The ticket that the session was launched with. */
  ticket?: string;
  /** The session that is meant where none is named; absent: as a shell there would have it. */
  session?: string;
  /** The session that a shell there would have, else the newest there; undefined: none is known. */
  sessionNow?(thread: string | undefined): string | undefined;
  /** What there is to work with now, whose tools are shown; absent: all tools are. */
  parts?(): ReadonlySet<ToolPart>;
  /** Given once: to be called before each message, with the tool that it calls, so that the right tools are shown. */
  followParts?(look: (called?: string) => void): void;
  /** True where hooks bring the brief after a summary by themselves: then no model needs instructions. */
  hooked?: boolean;
  /** A person's own patterns of secrets. */
  patterns?: readonly RegExp[];
  /** Runs a command of ours. `thread`: of the conversation, where the client says in which one it calls. */
  call(words: readonly string[], thread?: string): Promise<Called>;
}

/** The server with our tools and resources. */
export function makeServer(served: Served): McpServer {
  const { version, ticket, session, patterns = [] } = served;
  const server = new McpServer(
    { name: 'holdfast', title: 'Holdfast', version },
    {
      ...(served.hooked ? {} : { instructions: serverInstructions }),
      // Several tools are shown at once, and a client is told so once.
      debouncedNotificationMethods: ['notifications/tools/list_changed'],
    },
  );
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    // What the library says of a wrong call repeats what was given.
    transport.send = (message, options) =>
      send(isOwnWords(message) ? message : redactDeep(message, patterns), options);
    return connect(transport);
  };
  const added = ownTools.map((tool) => ({ ...tool, shown: addTool(server, tool, served) }));
  const look = (called?: string): void => {
    const parts = served.parts?.();
    if (parts === undefined) return;
    for (const { name, part, shown } of added) {
      const wanted = part === undefined || parts.has(part) || name === called;
      // What is shown once stays: nothing is gained by taking it away from a model that knows of it.
      if (wanted && !shown.enabled) shown.enable();
    }
  };
  if (served.parts !== undefined) {
    for (const { part, shown } of added) if (part !== undefined) shown.disable();
    look();
    served.followParts?.(look);
  }
  // For the sake of resources a client shows its model tools of its own, so there are none while there is nothing to work with.
  if (served.parts?.().size === 0) return server;
  const named = session === undefined ? [] : ['--', session];
  addResource(
    server,
    'brief',
    'What the agent of this project must know to go on',
    ['brief', ...named],
    served,
  );
  addResource(
    server,
    'memory',
    'What the session is about and how it stands, as it was last written down',
    ['memory', ...named],
    served,
  );
  if (ticket !== undefined) {
    const words = ['ticket', 'show', '--', ticket];
    addResource(server, 'ticket', 'The ticket that this session was launched with', words, served);
  }
  return server;
}

/** True for what the server says of itself, which holds nothing of anybody's: who it is, and its list of tools. */
function isOwnWords(message: object): boolean {
  const { result } = message as { result?: object };
  return result !== undefined && ('serverInfo' in result || 'tools' in result);
}

function addTool(
  server: McpServer,
  { name, description, input, takesPart, readOnly, words }: OwnTool,
  { session, sessionNow, call }: Served,
): RegisteredTool {
  const schema = { type: 'object', ...input, additionalProperties: false } as const;
  // A search without a session is one through all of them.
  const takesSession = 'session' in input.properties && name !== 'recall';
  return server.registerTool(
    name,
    {
      description,
      inputSchema: compiledWhenCalled(schema as Parameters<typeof fromJsonSchema>[0]),
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    async (given: ToolInput, { mcpReq }) => {
      const thread = threadOf(mcpReq._meta);
      const meant = session ?? (takesPart ? sessionNow?.(thread) : undefined);
      const whole = takesSession && meant !== undefined ? { session: meant, ...given } : given;
      const { text, failed } = await call(words(whole), thread);
      return { content: [{ type: 'text' as const, text }], isError: failed };
    },
  );
}

/** The library's check of a tool's input. Compiling it takes milliseconds a tool, and most sessions call few of them. */
function compiledWhenCalled(
  schema: Parameters<typeof fromJsonSchema>[0],
): ReturnType<typeof fromJsonSchema<ToolInput>> {
  let compiled: ReturnType<typeof fromJsonSchema<ToolInput>> | undefined;
  return {
    '~standard': {
      version: 1,
      vendor: 'holdfast',
      jsonSchema: { input: () => schema, output: () => schema },
      validate(value) {
        compiled ??= fromJsonSchema<ToolInput>(schema);
        return compiled['~standard'].validate(value);
      },
    },
  };
}

/** Codex says beside each call in which thread it is made, which is the session or a subagent's. */
function threadOf(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return typeof meta?.threadId === 'string' ? meta.threadId : undefined;
}

function addResource(
  server: McpServer,
  name: string,
  description: string,
  words: readonly string[],
  { call }: Served,
): void {
  const uri = `holdfast://${name}`;
  server.registerResource(name, uri, { description, mimeType: 'text/markdown' }, async () => {
    const { text } = await call(words);
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
}
