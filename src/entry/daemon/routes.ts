import { join } from 'node:path';
import { files } from '../../platform/files.ts';
import { HelperProcess } from '../../platform/helper-process.ts';
import type { CliContext } from '../cli/context.ts';
import { programFolder } from '../cli/start-worker.ts';
import type { CommandAnswer } from './api/command-helper.ts';
import { apiRoutes } from './api/routes.ts';
import { eventsRoute } from './events-route.ts';
import type { Route } from './router.ts';

/** Everything that the daemon answers beside hooks. */
export interface OwnRoutes {
  routes: Route[];
  /** How many listen to events. */
  readers(): number;
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
  const routes = apiRoutes({
    version: context.version,
    home: context.home,
    isFolder: (path) => files.stat(path)?.kind === 'folder',
    run: (wish) => helper.ask(wish) as Promise<CommandAnswer>,
    wrong: wrongBy,
  });
  const events = eventsRoute(home);
  return {
    routes: [events.route, ...routes],
    readers: events.readers,
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
  return result.issues?.map(({ message }) => message).join('; ');
}
