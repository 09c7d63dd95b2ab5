import { commandHostById, commandHostIds } from '../../hosts/command-hosts.ts';
import type { Host } from '../../hosts/host.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { withScratchFolder } from '../../platform/scratch-folder.ts';
import { composeHook } from '../compose.ts';
import { keepMemory } from '../keep-memory.ts';
import type { ByteStream } from './read-payload.ts';
import { runHook } from './run-hook.ts';

/**
 * Runs a sample session of every host through the hook, in a folder that is removed again. What was run is
 * compiled then, and can be kept as compiled code, so that real hooks start faster.
 */
export async function warmUp(env: Environment): Promise<void> {
  await withScratchFolder(stateFolder(env), async (folder, put) => {
    put('PLAN.md', '# Plan\n- [ ] one\n');
    put('_resume.md', '---\nfiles_to_load: [PLAN.md]\nnext_action: go on\n---\n');
    const ticket = put('ticket.md', '---\nid: t\nstatus: in-progress\n---\n## Progress\n- one\n');
    const place = { ...env, HOME: folder, HOLDFAST_HOME: `${folder}/state`, HOLDFAST_DISABLE: '' };
    for (const id of commandHostIds) {
      const record = put(`${id}.jsonl`, '');
      const sample = commandHostById(id)!.sample(folder, record);
      put(`${id}.jsonl`, sample.record);
      for (const payload of sample.payloads) await runHook([id], place, streamOf(payload));
    }
    // What only sessions with a ticket need is the same for every host.
    const [first = ''] = commandHostIds;
    const host = commandHostById(first)!;
    const { payloads } = host.sample(folder, `${folder}/${first}.jsonl`);
    for (const payload of payloads.slice(0, 1)) await remember(host, payload, place);
    const worker = { ...place, HOLDFAST_HOME: `${folder}/worker`, HOLDFAST_TICKET: ticket };
    for (const payload of payloads) await runHook([first], worker, streamOf(payload));
  });
}

/** The memory of the session, which a sample is too short for. */
async function remember(host: Host, payload: string, env: Environment): Promise<void> {
  const decoded = host.decode(JSON.parse(payload));
  if ('ignored' in decoded) return;
  const { event } = decoded;
  await keepMemory(composeHook(host, event, env), event, env, 'now');
}

function streamOf(text: string): ByteStream {
  return {
    on(event: string, listener: (chunk: Buffer) => void) {
      if (event === 'data') setImmediate(() => listener(Buffer.from(text)));
    },
    pause() {},
  } as ByteStream;
}
