import * as v from 'valibot';
import { trackerKinds } from '../tracker/message.ts';
import type { Config, SettingName } from './defaults.ts';
import { settings } from './schema.ts';

const texts = v.array(v.pipe(v.string(), v.nonEmpty()));

/** Takes the whole numbers that the setting's description in JSON Schema takes. */
function wholeNumber(name: SettingName) {
  const { minimum, maximum } = settings[name].json as { minimum: number; maximum: number };
  return v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));
}

/** What each setting may be. Apart from the settings' names and defaults, which every hook needs, as it needs no library. */
export const valueSchemas: { [Name in SettingName]: v.GenericSchema<unknown, Config[Name]> } = {
  gate: v.picklist(['auto', 'always', 'off']),
  guard: v.picklist(['auto', 'ask', 'deny', 'off']),
  guardPatterns: v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}: \S/))),
  guardTrial: v.picklist(['off', 'on']),
  summaryOrder: v.picklist(['auto', 'add', 'replace']),
  compaction: v.picklist(['host', 'replace']),
  briefCharacters: wholeNumber('briefCharacters'),
  retentionDays: wholeNumber('retentionDays'),
  redact: texts,
  readOnlyTools: texts,
  tracker: v.picklist(trackerKinds),
  trackerFile: v.string(),
  trackerTask: v.string(),
  trackerLogCommand: v.string(),
  trackerStatusCommand: v.string(),
  trackerTruthCommand: v.string(),
  trackerShowCommand: v.string(),
  taskFiles: texts,
  fleetPullRequests: v.picklist(['off', 'gh', 'glab']),
  requiredReading: texts,
  workerAllow: texts,
  ticketFolders: texts,
  precompactState: v.picklist(['read', 'write', 'off']),
  handlerCommands: texts,
  loopCommands: texts,
  reminderCalls: wholeNumber('reminderCalls'),
  reminderMinutes: wholeNumber('reminderMinutes'),
  daemonIdleMinutes: wholeNumber('daemonIdleMinutes'),
  lostWorkers: v.picklist(['tell', 'resume']),
  fleetShares: v.array(
    v.picklist(['workers', 'runs', 'run-logs', 'receipts', 'sessions', 'titles']),
  ),
  sessionMemory: v.picklist(['auto', 'off']),
  memoryAtUse: v.picklist(['auto', 'off']),
  compactionNotice: v.union([
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
    v.literal(false),
  ]),
};
