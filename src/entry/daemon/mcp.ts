import type { HttpAnswer } from '../../platform/http-server.ts';
import type { Called } from '../mcp/call-command.ts';
import type { CommandWish } from './api/command-helper.ts';
import { type Call, type Route, refusal } from './router.ts';

export interface McpDeps {
  version: string;
  /** Where a command runs that names no project. */
  home: string;
  isFolder(path: string): boolean;
  /** Runs a command and answers as a person would be told. */
  tell(wish: CommandWish): Promise<Called>;
}

/**
 * The tools over MCP by streamable HTTP. Each request is answered by itself, so that nothing is kept between them: whose
 * request it is stands in it, as `project` and `session` in the query or in headers of ours.
 */
export function mcpRoute(deps: McpDeps): Route {
  return {
    method: 'POST',
    path: '/mcp',
    opens: 'token',
    bodyLimit: 4 * 1024 * 1024,
    handle: (call) => answer(deps, call),
  };
}

async function answer({ version, home, isFolder, tell }: McpDeps, call: Call): Promise<HttpAnswer> {
  const project = said(call, 'project');
  if (project !== undefined && !(project.startsWith('/') && isFolder(project))) {
    return refusal(400, 'usage', 'The project is no folder by its absolute path.');
  }
  // The library is large, and most of the daemon's life nobody asks for it.
  const [{ createMcpHandler }, { makeServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/server.ts'),
  ]);
  const server = () =>
    makeServer({
      version,
      session: said(call, 'session'),
      call: (words) => tell({ words: [...words], folder: project ?? home }),
    });
  // Of nothing here is told by itself, so that nobody has to listen.
  const handler = createMcpHandler(server, { maxSubscriptions: 0 });
  const { method, url, headers, body } = call;
  const request = new Request(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
    body: new Uint8Array(body),
    signal: call.gone(),
  });
  const response = await handler.fetch(request);
  const told = [...response.headers];
  return {
    status: response.status,
    // Whether the connection stays is not the library's to say: a client that wants it closed waits for that.
    headers: Object.fromEntries(told.filter(([name]) => name !== 'connection')),
    ...(response.body === null ? {} : { stream: response.body }),
  };
}

/** What the query says, else a header of ours; undefined: neither does. */
function said({ query, headers }: Call, name: 'project' | 'session'): string | undefined {
  const header = headers[`x-holdfast-${name}`];
  return query.get(name) || (typeof header === 'string' && header) || undefined;
}
