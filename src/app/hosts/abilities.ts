import type { Capabilities } from '../../hosts/host.ts';

/** One thing that a host must do for a session's work to survive. */
export interface Ability {
  /** Heads a column of the table of hosts. */
  name: string;
  /** What it is, as a sentence begins. */
  title: string;
  /** Parts of the real-client suite that prove it, all of them: what stands before the colon of a test's name. */
  parts: readonly string[];
  /** Whether the host has a way to do it. */
  possible(capabilities: Capabilities): boolean;
}

/** In the order of a session's life. */
export const abilities: readonly Ability[] = [
  {
    name: 'steer',
    title: 'the summariser is told what to keep',
    parts: ['steering'],
    possible: ({ steerCharacters }) => steerCharacters > 0,
  },
  {
    name: 'brief',
    title: 'the agent is briefed after each compaction, with proof of delivery',
    parts: ['delivery', 'manual compaction'],
    possible: ({ injectCharacters }) => injectCharacters > 0,
  },
  {
    name: 'gate',
    title: 'changes are denied until the plan was read, and nobody is locked out',
    parts: ['gate'],
    possible: ({ blocksTools }) => blocksTools,
  },
  {
    name: 'turn',
    title: 'a turn that would end right after a compaction is continued once',
    parts: ['turn end'],
    possible: ({ continuesTurn }) => continuesTurn,
  },
  {
    name: 'twice',
    title: 'two compactions lose nothing, two sessions in a folder stay apart',
    parts: ['two compactions', 'two sessions'],
    possible: ({ readableRecord }) => readableRecord,
  },
  {
    name: 'agent',
    title: 'a subagent that compacts gets a brief of its own',
    parts: ['subagent'],
    possible: ({ subagents }) => subagents !== false,
  },
  {
    name: 'loss',
    title: 'what neither summary nor brief holds is told once',
    parts: ['loss report'],
    possible: ({ summaryVisible }) => summaryVisible,
  },
  {
    name: 'fault',
    title: 'a hook that is killed and a compaction that fails do no harm',
    parts: ['failed hook', 'failed compaction'],
    possible: () => true,
  },
  {
    name: 'undo',
    title: 'uninstall leaves the settings as they were',
    parts: ['uninstall'],
    possible: () => true,
  },
];
