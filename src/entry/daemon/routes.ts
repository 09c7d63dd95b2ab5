import { join } from 'node:path';
import { files } from '../../platform/files.ts';
import { HelperProcess } from '../../platform/helper-process.ts';
import type { CliContext } from '../cli/context.ts';
import { postingHosts } from '../cli/daemon-hooks.ts';
import { programFolder } from '../cli/start-worker.ts';
import type { CommandAnswer, CommandWish, ToldAnswer } from './api/command-helper.ts';
import { apiRoutes } from './api/routes.ts';
import { eventsRoute } from './events-route.ts';
import { mcpRoute } from './mcp.ts';
import type { Route } from './router.ts';
import { superviseRoute } from './supervise-route.ts';

/** Everything that the daemon answers beside hooks. */
export interface OwnRoutes {
  routes: Route[];
  /** How many listen to events. */
  readers(): number;
  /** Why the daemon must not end at a word over HTTP, as a sentence; undefined: nothing keeps it. */
  keepsFrom(): string | undefined;
  /** Lets go of who listens, and of helpers. */
  end(): void;
}

export function ownRoutes(context: CliContext): OwnRoutes {
  const { home } = context.paths;
  const helper = new HelperProcess(
    [join(programFolder(), 'cli.js'), 'daemon', 'api'],
    { cwd: home, env: { ...context.env, HOLDFAST_HOME: home } },
    { answerMs: 120_000, idleMs: 60_000 },
  );
  const deps = {
    version: context.version,
    home: context.home,
    isFolder: (path: string) => files.stat(path)?.kind === 'folder',
    run: (wish: CommandWish) => helper.ask(wish) as Promise<CommandAnswer>,
    tell: async (wish: CommandWish) => {
      const { told } = (await helper.ask({ ...wish, told: true })) as ToldAnswer;
      return told;
    },
    wrong: wrongBy,
  };
  const events = eventsRoute(home);
  return {
    routes: [events.route, superviseRoute(home), ...apiRoutes(deps), mcpRoute(deps)],
    readers: events.readers,
    keepsFrom() {
      const [host] = postingHosts(context);
      return host && `${host.title} posts its hooks here, and would complain at every call.`;
    },
    end() {
      events.end();
      helper.end();
    },
  };
}

type JsonSchema = Parameters<typeof import('@modelcontextprotocol/server').fromJsonSchema>[0];

async function wrongBy(schema: object, value: unknown): Promise<string | undefined> {
  const { fromJsonSchema } = await import('@modelcontextprotocol/server');
  const result = await fromJsonSchema(schema as JsonSchema)['~standard'].validate(value);
  return result.issues?.map(({ message }) => message.replace(/^data /, 'it ')).join('; ');
}
