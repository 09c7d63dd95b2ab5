import { join } from 'node:path';
import { PageKeys } from '../../app/page/keys.ts';
import { hostById, hosts } from '../../hosts/registry.ts';
import { workerHosts } from '../../hosts/worker-registry.ts';
import { files } from '../../platform/files.ts';
import { NoAnswer } from '../../platform/helper.ts';
import { HelperPool } from '../../platform/helper-pool.ts';
import { HelperProcess } from '../../platform/helper-process.ts';
import { randomBytes } from '../../platform/random.ts';
import type { CliContext } from '../cli/context.ts';
import { postingHosts } from '../cli/daemon-hooks.ts';
import { programFolder } from '../cli/start-worker.ts';
import type { Called } from '../mcp/call-command.ts';
import type { CommandAnswer, CommandWish, ToldAnswer } from './api/command-helper.ts';
import { apiRoutes } from './api/routes.ts';
import { unanswered } from './api/unanswered.ts';
import { eventsRoute } from './events-route.ts';
import type { HookAnswer } from './hook-helper.ts';
import { hookRoutes } from './hooks.ts';
import { mcpRoute } from './mcp.ts';
import { openedBy } from './page/opened-by.ts';
import type { PageAnswer } from './page/page-helper.ts';
import { pageRoutes } from './page/routes.ts';
import type { Route } from './router.ts';
import { superviseRoute } from './supervise-route.ts';

/** What a hook may take, in milliseconds: what its client allows, and what the program that the launcher starts would. */
const hookLimits = { answerMs: 4_000, workMs: 13_000 };
/** What a request of the API may take that changes nothing, and one that may. */
const readMs = 20_000;
const changeMs = 120_000;

/** Everything that the daemon answers, but for what is about itself. */
export interface OwnRoutes {
  routes: Route[];
  /** Who may use the page. */
  pages: PageKeys;
  /** How many listen to events. */
  readers(): number;
  /** Why the daemon must not end at a word over HTTP, as a sentence; undefined: nothing keeps it. */
  keepsFrom(): string | undefined;
  /** Lets go of who listens, and of helpers. */
  end(): void;
}

/**
 * For processes that read transcripts all the time: what they hold stays small, and garbage is taken away before it grows to several
 * times of that.
 */
const thrifty = ['--max-semi-space-size=2', '--optimize-for-size'];

export function ownRoutes(context: CliContext): OwnRoutes {
  const { home } = context.paths;
  const env = { ...context.env, HOLDFAST_HOME: home };
  // Whatever is read of a client's record, or of any other text from outside, is read in processes that can be ended.
  const helper =
    (name: string, idleMs: number, node: readonly string[] = []) =>
    () => {
      const program = [...node, join(programFolder(), 'cli.js'), 'daemon', name];
      return new HelperProcess(program, { cwd: home, env }, { answerMs: changeMs, idleMs });
    };
  const hooks = new HelperPool(helper('hooks', 600_000), { most: 4, restMs: 30_000 });
  const commands = new HelperPool(helper('api', 60_000), { most: 3 });
  const deps = {
    version: context.version,
    home: context.home,
    isFolder: (path: string) => files.stat(path)?.kind === 'folder',
    run(wish: CommandWish) {
      const ms = wish.changes || wish.slow ? changeMs : readMs;
      const limits = { key: wish.session, answerMs: ms, workMs: ms };
      return commands.ask(wish, limits) as Promise<CommandAnswer>;
    },
    async tell(wish: CommandWish): Promise<Called> {
      try {
        const limits = { answerMs: changeMs, workMs: changeMs };
        const answer = await commands.ask({ ...wish, told: true }, limits);
        return (answer as ToldAnswer).told;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const { message, hint } = unanswered(error, { ...wish, changes: true });
        return { text: `${message}\n${hint}`, failed: true };
      }
    },
    wrong: wrongBy,
  };
  const events = eventsRoute(home);
  const pages = new PageKeys(randomBytes, Date.now);
  // One process has the list, which it keeps; others read what is looked at meanwhile.
  const lists = new HelperPool(helper('page', 600_000, thrifty), { most: 1 });
  const readings = new HelperPool(helper('page', 60_000, thrifty), { most: 2 });
  return {
    pages,
    routes: [
      ...hookRoutes(
        env,
        (key, wish) => hooks.ask(wish, { key, ...hookLimits }) as Promise<HookAnswer>,
      ),
      events.route,
      superviseRoute(home),
      ...apiRoutes(deps),
      mcpRoute(deps),
      ...pageRoutes({
        ...deps,
        pages,
        transcripts: events.transcripts,
        folder: programFolder(),
        read: (wish) =>
          (wish.of === 'list' ? lists : readings).ask(wish, {
            key: wish.of,
            answerMs: changeMs,
            workMs: changeMs,
          }) as Promise<PageAnswer>,
        workers: workerHosts.map(({ id, program }) => ({
          program,
          title: hostById(id)?.title ?? program,
        })),
        clients: Object.fromEntries(hosts.map(({ id, title }) => [id, title])),
        openedBy: (call) => openedBy(context, call),
      }),
    ],
    readers: events.readers,
    keepsFrom() {
      const [host] = postingHosts(context);
      return host && `${host.title} posts its hooks here, and would complain at every call.`;
    },
    end() {
      events.end();
      hooks.end();
      commands.end();
      lists.end();
      readings.end();
    },
  };
}

type JsonSchema = Parameters<typeof import('@modelcontextprotocol/server').fromJsonSchema>[0];

async function wrongBy(schema: object, value: unknown): Promise<string | undefined> {
  const { fromJsonSchema } = await import('@modelcontextprotocol/server');
  const result = await fromJsonSchema(schema as JsonSchema)['~standard'].validate(value);
  return result.issues?.map(({ message }) => message.replace(/^data /, 'it ')).join('; ');
}
