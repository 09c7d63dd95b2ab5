import type { TrackerKind } from '../tracker/message.ts';

/** The settings in effect. What each is for stands in `schema.ts`, which no hook needs. */
export interface Config {
  gate: 'auto' | 'always' | 'off';
  guard: 'auto' | 'ask' | 'deny' | 'off';
  guardPatterns: string[];
  guardTrial: 'off' | 'on';
  briefCharacters: number;
  summaryOrder: 'auto' | 'add' | 'replace';
  compaction: 'host' | 'replace';
  retentionDays: number;
  redact: string[];
  readOnlyTools: string[];
  tracker: TrackerKind;
  trackerFile: string;
  trackerTask: string;
  trackerLogCommand: string;
  trackerStatusCommand: string;
  trackerTruthCommand: string;
  trackerShowCommand: string;
  taskFiles: string[];
  handlerCommands: string[];
  loopCommands: string[];
  reminderCalls: number;
  reminderMinutes: number;
  daemonIdleMinutes: number;
  lostWorkers: 'tell' | 'resume';
  fleetShares: ('workers' | 'runs' | 'run-logs' | 'receipts' | 'sessions' | 'titles')[];
  fleetPullRequests: 'off' | 'gh' | 'glab';
  requiredReading: string[];
  workerAllow: string[];
  ticketFolders: string[];
  precompactState: 'read' | 'write' | 'off';
  sessionMemory: 'auto' | 'off';
  memoryAtUse: 'auto' | 'off';
  compactionNotice: number | false;
}

export type SettingName = keyof Config;

/** What each setting is when nobody says anything. */
export const defaultConfig: Readonly<Config> = {
  gate: 'auto',
  guard: 'auto',
  guardPatterns: [],
  guardTrial: 'off',
  briefCharacters: 9500,
  summaryOrder: 'auto',
  compaction: 'host',
  retentionDays: 90,
  redact: [],
  readOnlyTools: [],
  tracker: 'none',
  trackerFile: '.holdfast/log.md',
  trackerTask: '',
  trackerLogCommand: '',
  trackerStatusCommand: '',
  trackerTruthCommand: '',
  trackerShowCommand: '',
  taskFiles: [],
  handlerCommands: ['handler', 'holdfast-handler'],
  loopCommands: ['loop', 'ralph-loop', 'holdfast-loop'],
  reminderCalls: 25,
  reminderMinutes: 20,
  daemonIdleMinutes: 30,
  lostWorkers: 'tell',
  fleetShares: [],
  fleetPullRequests: 'off',
  requiredReading: [],
  workerAllow: [],
  ticketFolders: [],
  precompactState: 'read',
  sessionMemory: 'auto',
  memoryAtUse: 'auto',
  compactionNotice: 85,
};

export const settingNames = Object.keys(defaultConfig) as SettingName[];
