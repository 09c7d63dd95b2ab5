import { stopWorker } from '../../app/worker/control.ts';
import { mayResume } from '../../app/worker/launch.ts';
import { type KnownWorker, knownWorkers, workerFolder } from '../../app/worker/records.ts';
import { answerRequest, pendingRequests } from '../../app/worker/requests.ts';
import { Fault } from '../../core/errors.ts';
import { openFullScreen } from '../../platform/full-screen.ts';
import { openLines } from '../../platform/line-blocks.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { refuseInsideSession } from './inside-session.ts';
import { startSupervisor } from './start-worker.ts';
import { controlOf, type WorkerContext } from './worker-context.ts';
import { activityLine } from './worker-follow.ts';
import { workersScreen } from './workers-screen.ts';

const everyMs = 500;
/** So much of the end of a log is looked at. */
const logBytes = 64 * 1024;

const up = ['\u001b[A', '\u001bOA'];
const down = ['\u001b[B', '\u001bOB', 'j'];
const quit = ['q', '\u0003', '\u0004'];

/** Shows the workers live on the whole terminal until the person leaves it. */
export function openWorkersView(context: CliContext, workers: WorkerContext): Promise<Outcome> {
  return new Promise((resolve) => {
    let chosen = 0;
    let showsLog = false;
    let note = '';
    let known: KnownWorker[] = [];
    const screen = openFullScreen({ onKey: press, onResize: draw, onEnd: end });
    const timer = setInterval(draw, everyMs);
    draw();

    function draw(): void {
      known = knownWorkers(workers);
      chosen = Math.max(0, Math.min(chosen, known.length - 1));
      const one = known[chosen];
      const model = {
        workers: known,
        requests: known.flatMap((worker) => pendingRequests(workers.disk, worker)),
        chosen,
        note,
        nowMs: context.install.clock.now().getTime(),
        ...(showsLog && one ? { log: logOf(workers, one) } : {}),
      };
      const { colour } = context;
      screen.draw(workersScreen(model, { columns: screen.columns(), rows: screen.rows(), colour }));
    }

    function press(key: string): void {
      note = '';
      if (quit.includes(key)) {
        end();
        return;
      }
      if (showsLog) showsLog = false;
      else if (up.includes(key)) chosen -= 1;
      else if (down.includes(key)) chosen += 1;
      else if (key === 'l') showsLog = known.length > 0;
      else void act(key);
      draw();
    }

    async function act(key: string): Promise<void> {
      const one = known[chosen];
      if (one === undefined) return;
      const { worker } = one.launch;
      try {
        if (key === 'k') {
          note = `stopping ${worker} …`;
          const { state } = await stopWorker(controlOf(context, workers), one, false);
          note = `${worker} is ${state.status}`;
        } else if (key === 'r') {
          mayResume(one);
          note = `taking up ${worker} …`;
          await startSupervisor(context, worker);
          note = `${worker} goes on`;
        } else if (key === 'a' || key === 'd') {
          refuseInsideSession(context, 'Answering a request of a worker');
          const [asked] = pendingRequests(workers.disk, one);
          if (asked === undefined) note = `${worker} asks for nothing`;
          else {
            answerRequest(workers.disk, known, asked.id, key === 'a');
            note = `${key === 'a' ? 'allowed' : 'denied'}: ${asked.tool} ${asked.about}`;
          }
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        note = error.message;
      }
      draw();
    }

    function end(): void {
      clearInterval(timer);
      screen.close();
      resolve({ text: '' });
    }
  });
}

function logOf(workers: WorkerContext, { launch }: KnownWorker): string[] {
  const file = openLines(workers.disk.place(`${workerFolder(launch.worker)}/activity.ndjson`));
  if (file === undefined) return [];
  const from = Math.max(0, file.size - logBytes);
  const lines = file.text(from, file.size - from).split('\n');
  file.close();
  return lines
    .slice(from > 0 ? 1 : 0)
    .filter((line) => line !== '')
    .map(activityLine);
}
