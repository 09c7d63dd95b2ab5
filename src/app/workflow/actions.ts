/** What can be done with a run: one door for the command line, the tools over MCP and the daemon. */
export { abandonRun, checkpointRun, moveRun, resumeRun, rewindRun } from './change-run.ts';
export { chooseRun, findRuns, loadRun, type RunRow, rowOf } from './choose-run.ts';
export { nextStep, showRun } from './next-step.ts';
export { startRun } from './start-run.ts';
