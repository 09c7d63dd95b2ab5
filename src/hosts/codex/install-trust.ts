import type { HookTrust, KnownHook } from '../../core/install/hook-trust.ts';
import { object, objects, text } from '../../core/rows/values.ts';
import { isOurs } from './install-commands.ts';
import { greet } from './server.ts';

/** The trust that this client (0.171.0, seen live) asks for; without it a hook is passed over in silence. */
export const codexTrust: Omit<HookTrust, 'keptIn'> = {
  serverArgs: ['app-server'],

  async known(ask, cwd) {
    await greet(ask);
    const answer = object(await ask('hooks/list', { cwds: [cwd] }));
    const found = objects(answer.data).flatMap((folder) => objects(folder.hooks).flatMap(ours));
    const warning = objects(answer.data).flatMap((folder) => folder.warnings ?? [])[0];
    // A hooks file that it drops whole is told there and nowhere else.
    if (found.length === 0 && typeof warning === 'string') throw new Error(warning);
    return found;
  },

  async trust(ask, hooks) {
    const value = Object.fromEntries(hooks.map(({ key, hash }) => [key, { trusted_hash: hash }]));
    const edit = { keyPath: 'hooks.state', value, mergeStrategy: 'upsert' };
    await ask('config/batchWrite', { edits: [edit] });
  },

  withdraw(config, keys) {
    const tables = new Set(keys.map((key) => `[hooks.state.${JSON.stringify(key)}]`));
    let inside = false;
    const kept = config.split(/(?<=\n)/).filter((line) => {
      if (/^\s*\[/.test(line)) inside = tables.has(line.trim());
      return !inside;
    });
    return kept.join('');
  },

  byHand:
    'Codex runs a hook only when you trust it: start "codex" once and choose "Trust all and continue".',
};

function ours(hook: Record<string, unknown>): KnownHook[] {
  const key = text(hook.key);
  const hash = text(hook.currentHash);
  const called = hook.handlerType === 'mcpTool' && `mcp_tool ${hook.server}/${hook.tool}`;
  if (!isOurs(called || hook.command) || key === undefined || hash === undefined) return [];
  const trusted = hook.trustStatus === 'trusted' && hook.enabled !== false;
  return [{ event: text(hook.eventName) ?? '', key, hash, trusted }];
}
