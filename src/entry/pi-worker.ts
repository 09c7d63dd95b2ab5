import { type WorkerPiApi, workerPermissions } from './pi/worker-permissions.ts';

/** After this time a question that nobody answered is a denial, in milliseconds. */
const patience = 30 * 60_000;

/** The extension of a worker in the client's own program: it asks by a dialog. Loaded with `-e` beside the person's own. */
export default function permissions(api: WorkerPiApi): void {
  workerPermissions(api, process.env, async ({ title, text }, { hasUI, ui }) =>
    hasUI ? ui.input(title, text, { timeout: patience }) : undefined,
  );
}
