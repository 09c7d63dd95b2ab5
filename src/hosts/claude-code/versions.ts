import type { ClientVersions } from '../../core/install/client-version.ts';

/**
 * The first version that takes each event and each kind of hook, found by trying published ones: the events by the list in
 * the client's program, versions on both sides of a limit by whether a hook beside the entry still runs.
 */
export const claudeCodeVersions: ClientVersions = {
  events: {
    PreToolUse: '1.0.23',
    PostToolUse: '1.0.23',
    Notification: '1.0.23',
    Stop: '1.0.31',
    SubagentStop: '1.0.41',
    PreCompact: '1.0.48',
    UserPromptSubmit: '1.0.53',
    SessionStart: '1.0.62',
    SessionEnd: '1.0.85',
    SubagentStart: '2.0.44',
    PostToolUseFailure: '2.0.56',
    PostCompact: '2.1.76',
    // Not ours: a file that names one is ignored by versions before it.
    PermissionRequest: '2.0.45',
    Setup: '2.1.10',
    TeammateIdle: '2.1.33',
    TaskCompleted: '2.1.33',
    ConfigChange: '2.1.48',
    WorktreeCreate: '2.1.50',
    WorktreeRemove: '2.1.50',
    Elicitation: '2.1.63',
    ElicitationResult: '2.1.63',
    InstructionsLoaded: '2.1.69',
    StopFailure: '2.1.78',
    CwdChanged: '2.1.83',
    FileChanged: '2.1.83',
    TaskCreated: '2.1.84',
    PermissionDenied: '2.1.88',
  },
  transports: { http: '2.1.48', mcp: '2.1.118' },
  least: '1.0.62',
  forgivesFrom: '2.1.101',
};
