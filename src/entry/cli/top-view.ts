import { join } from 'node:path';
import { boardOf } from '../../app/ticket/board.ts';
import { stopWorker } from '../../app/worker/control.ts';
import { mayResume } from '../../app/worker/launch.ts';
import { type KnownWorker, knownWorkers, workerFolder } from '../../app/worker/records.ts';
import { answerRequest, type PendingRequest, pendingRequests } from '../../app/worker/requests.ts';
import { Fault } from '../../core/errors.ts';
import { openFullScreen } from '../../platform/full-screen.ts';
import { openLines } from '../../platform/line-blocks.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { refuseInsideSession } from './inside-session.ts';
import { startSupervisor } from './start-worker.ts';
import { boardCache, ticketContext } from './ticket-deps.ts';
import {
  inOrder,
  isFound,
  type Pane,
  panes,
  placeOf,
  rowsOf,
  type TicketLine,
  type TopData,
} from './top-rows.ts';
import { keyHelp, mostFrom, type TopModel, topScreen } from './top-screen.ts';
import { TopSessions } from './top-sessions.ts';
import { controlOf, type WorkerContext } from './worker-context.ts';
import { activityLine } from './worker-follow.ts';

const everyMs = 500;
/** Sessions and tickets are read less often: each takes reading many files. */
const slowMs = 3_000;
/** Sessions of all clients take a look through their folders: how often where nobody looks at the list, and how much longer than a look. */
const idleMs = 30_000;
const restTimes = 10;
/** Sessions that are listed, the newest. */
const mostSessions = 50;
/** So much of the end of a log is looked at. */
const logBytes = 64 * 1024;

const up = ['\u001b[A', '\u001bOA'];
const down = ['\u001b[B', '\u001bOB', 'j'];
const left = ['\u001b[D', '\u001bOD', '\u001b[Z'];
const right = ['\u001b[C', '\u001bOC', '\t'];
const pageUp = '\u001b[5~';
const pageDown = '\u001b[6~';
const enter = ['\r', '\n'];
const erase = ['\u007f', '\b'];
const escapeKey = '\u001b';
const quit = ['q', '\u0003', '\u0004'];
const interrupts = ['\u0003', '\u0004'];

/** Shows workers, sessions, tickets and asks on the whole terminal until the user leaves it. */
export function openTop(
  context: CliContext,
  workers: WorkerContext,
  first: Pane,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let pane = first;
    let chosen = 0;
    /** What the user sees. A key is about the row on the screen, wherever a worker has moved since. */
    let drawn: TopModel | undefined;
    let note = '';
    let find = { text: '', typing: false };
    let instead: 'log' | 'row' | 'keys' | undefined;
    let from = 0;
    let data: TopData = { workers: [], requests: [], sessions: [], tickets: [] };
    let allSessions = 0;
    let slowAt = Number.NEGATIVE_INFINITY;
    const found = new TopSessions(context);
    let sessionsAt = Number.NEGATIVE_INFINITY;
    let sessionsMs = 0;
    const screen = openFullScreen({ onKey: press, onResize: draw, onEnd: end });
    const timer = setInterval(draw, everyMs);
    draw();

    function read(): void {
      const known = inOrder(knownWorkers(workers));
      const requests = known.flatMap((worker) => pendingRequests(workers.disk, worker));
      data = { ...data, workers: known, requests };
      const nowMs = performance.now();
      if (nowMs - slowAt < slowMs) return;
      slowAt = nowMs;
      const restMs = Math.max(pane === 'sessions' ? slowMs : idleMs, restTimes * sessionsMs);
      if (nowMs - sessionsAt >= restMs) {
        const { sessions, all } = found.read(mostSessions);
        data = { ...data, sessions };
        allSessions = all;
        sessionsAt = nowMs;
        sessionsMs = performance.now() - nowMs;
      }
      data = { ...data, tickets: ticketLines(context, known) };
    }

    function modelNow(): TopModel {
      read();
      const nowMs = context.install.clock.now().getTime();
      const all = rowsOf(pane, data, nowMs);
      const rows = find.text === '' ? all : all.filter((row) => isFound(row, find.text));
      chosen = placeOf(pane, rows, chosen, drawn);
      return { ...data, pane, rows, chosen, allSessions, find, note, nowMs };
    }

    function draw(): void {
      const model = modelNow();
      drawn = model;
      const shown = insteadOf(model);
      const size = { columns: screen.columns(), rows: screen.rows(), colour: context.colour };
      if (shown) from = Math.max(0, Math.min(from, mostFrom(shown.lines, size)));
      screen.draw(topScreen(shown ? { ...model, instead: { ...shown, from } } : model, size));
    }

    function insteadOf(model: TopModel): { title: string; lines: readonly string[] } | undefined {
      const row = model.rows[model.chosen];
      if (instead === 'keys') return { title: 'Keys', lines: keyHelp };
      if (instead === 'row' && row) return { title: row.cells[0] ?? '', lines: row.detail };
      const one = chosenWorker(model);
      if (instead !== 'log' || one === undefined) return undefined;
      return { title: `The log of ${one.launch.worker}`, lines: logOf(workers, one) };
    }

    function chosenWorker({ rows, chosen: at, workers: known }: TopModel): KnownWorker | undefined {
      const id = pane === 'workers' ? rows[at]?.cells[0] : undefined;
      return known.find(({ launch }) => launch.worker === id);
    }

    function press(key: string): void {
      note = '';
      if (find.typing) typeFind(key);
      else if (instead !== undefined) pressInstead(key);
      else if (quit.includes(key)) {
        end();
        return;
      } else pressList(key);
      if (interrupts.includes(key)) end();
      else draw();
    }

    function typeFind(key: string): void {
      if (key === escapeKey) find = { text: '', typing: false };
      else if (enter.includes(key)) find = { ...find, typing: false };
      else if (erase.includes(key)) find = { ...find, text: [...find.text].slice(0, -1).join('') };
      else if (!/^[\u0000-\u001f]/.test(key)) find = { ...find, text: find.text + key };
    }

    function pressInstead(key: string): void {
      if (up.includes(key)) from -= 1;
      else if (down.includes(key)) from += 1;
      else if (key === pageUp) from -= screen.rows() - 5;
      else if (key === pageDown || key === ' ') from += screen.rows() - 5;
      else instead = undefined;
    }

    function pressList(key: string): void {
      const page = Math.max(1, Math.floor(screen.rows() / 2) - 3);
      if (up.includes(key)) chosen -= 1;
      else if (down.includes(key)) chosen += 1;
      else if (key === pageUp) chosen -= page;
      else if (key === pageDown) chosen += page;
      else if (left.includes(key)) show(panes.indexOf(pane) - 1);
      else if (right.includes(key)) show(panes.indexOf(pane) + 1);
      else if (/^[1-4]$/.test(key)) show(Number(key) - 1);
      else if (key === '/') find = { text: '', typing: true };
      else if (key === escapeKey) find = { text: '', typing: false };
      else if (key === '?') open('keys');
      else if (enter.includes(key)) open('row');
      else if (key === 'l' && pane === 'workers') {
        open('log');
        from = Number.MAX_SAFE_INTEGER;
      } else void act(key);
    }

    function open(what: 'row' | 'keys' | 'log'): void {
      instead = what;
      from = 0;
    }

    function show(at: number): void {
      pane = panes[(at + panes.length) % panes.length]!;
      chosen = 0;
      find = { text: '', typing: false };
      slowAt = Number.NEGATIVE_INFINITY;
    }

    async function act(key: string): Promise<void> {
      const model = drawn ?? modelNow();
      try {
        if (key === 'a' || key === 'd') answer(model, key === 'a');
        else if (key === 'k' || key === 'r') await control(model, key);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        note = error.message;
      }
      draw();
    }

    async function control(model: TopModel, key: 'k' | 'r'): Promise<void> {
      const one = chosenWorker(model);
      if (one === undefined) return;
      const { worker } = one.launch;
      if (key === 'k') {
        note = `stopping ${worker} …`;
        const { state } = await stopWorker(controlOf(context, workers), one, false);
        note = `${worker} is ${state.status}`;
        return;
      }
      mayResume(one);
      note = `resuming ${worker} …`;
      await startSupervisor(context, worker);
      note = `${worker} goes on`;
    }

    function answer(model: TopModel, allowed: boolean): void {
      const asked = askedOf(model);
      if (asked === undefined) {
        if (pane === 'workers' && chosenWorker(model)) note = 'It asks for nothing.';
        return;
      }
      refuseInsideSession(context, 'Answering a request of a worker');
      answerRequest(workers.disk, model.workers, asked.id, allowed);
      note = `${allowed ? 'allowed' : 'denied'}: ${asked.tool} ${asked.about}`;
    }

    function askedOf(model: TopModel): PendingRequest | undefined {
      if (pane === 'asks') {
        const row = model.rows[model.chosen];
        return model.requests.find((one) => row?.detail.at(-1)?.endsWith(` ${one.id}`));
      }
      const one = chosenWorker(model);
      return model.requests.find(({ worker }) => worker === one?.launch.worker);
    }

    function end(): void {
      clearInterval(timer);
      screen.close();
      resolve({ text: '' });
    }
  });
}

function ticketLines(context: CliContext, workers: readonly KnownWorker[]): TicketLine[] {
  const tickets = ticketContext(context);
  const { project } = tickets.place;
  const nowMs = tickets.clock.now().getTime();
  const entries = boardOf(tickets, project, boardCache(context, project), nowMs);
  const glances = entries.flatMap((entry) => ('glance' in entry ? [entry] : []));
  const done = new Set(
    glances.flatMap(({ glance }) => (glance.status === 'done' ? [glance.id] : [])),
  );
  return glances.map(({ glance, path }) => {
    const waits = glance.status === 'queued' ? glance.dependsOn.filter((id) => !done.has(id)) : [];
    const worker = workers.find(({ launch }) => launch.ticket === path);
    return {
      id: glance.id,
      title: glance.title,
      status: glance.status ?? '-',
      phase: waits.length > 0 ? `waits for ${waits.join(', ')}` : (glance.phase ?? ''),
      owner: worker === undefined ? '' : `${worker.launch.worker} (${worker.state.status})`,
      path: join(path),
    };
  });
}

function logOf(workers: WorkerContext, { launch }: KnownWorker): string[] {
  const file = openLines(workers.disk.place(`${workerFolder(launch.worker)}/activity.ndjson`));
  if (file === undefined) return [];
  const start = Math.max(0, file.size - logBytes);
  const lines = file.text(start, file.size - start).split('\n');
  file.close();
  return lines
    .slice(start > 0 ? 1 : 0)
    .filter((line) => line !== '')
    .map(activityLine);
}
