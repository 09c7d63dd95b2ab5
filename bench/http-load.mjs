// Sends hooks to a server at a steady rate over connections that stay open, one request at a time on each, and prints
// what each answer took. Plain sockets, so that this process is not what is measured.
import { connect } from 'node:net';

const { port, token, seconds, rate, connections } = JSON.parse(process.argv[2]);
const times = [];
let failed = 0;
let sent = 0;

function bodyOf(session, count) {
  const call = {
    tool_name: 'Bash',
    tool_use_id: `toolu_${session}_${count >> 1}`,
    tool_input: { command: `npm test -- --filter ${count}`, description: 'x'.repeat(200) },
  };
  const base = {
    session_id: `bench-${port}-${session}`,
    transcript_path: `/nowhere/${session}.jsonl`,
    cwd: process.cwd(),
    permission_mode: 'default',
  };
  return count % 2 === 0
    ? { ...base, hook_event_name: 'PreToolUse', ...call }
    : {
        ...base,
        hook_event_name: 'PostToolUse',
        ...call,
        tool_response: { stdout: 'ok\n'.repeat(150), stderr: '', interrupted: false },
      };
}

function requestOf(session, count) {
  const payload = bodyOf(session, count);
  const body = JSON.stringify(payload);
  return `POST /hooks/claude-code/${payload.hook_event_name} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** One connection: what is due is sent as soon as the answer before it is there. */
function openConnection(session) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let waiting;
    let text = '';
    socket.setEncoding('latin1');
    socket.on('connect', () =>
      resolve({
        send(due) {
          const count = sent;
          sent += 1;
          return new Promise((done) => {
            waiting = { due, done };
            socket.write(requestOf(session, count));
          });
        },
        end: () => socket.end(),
      }),
    );
    socket.on('data', (chunk) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      if (!text.startsWith('HTTP/1.1 200')) failed += 1;
      text = text.slice(head + 4 + length);
      const { due, done } = waiting;
      done(performance.now() - due);
    });
  });
}

const all = await Promise.all(Array.from({ length: connections }, (_, at) => openConnection(at)));
const warmMs = 1_000;
const began = performance.now();
const everyMs = 1_000 / rate;
let due = 0;
const free = [...all];

await new Promise((resolve) => {
  const tick = () => {
    const now = performance.now() - began;
    if (now > warmMs + seconds * 1_000) return resolve();
    while (free.length > 0 && due * everyMs <= now) {
      const connection = free.pop();
      due += 1;
      const isMeasured = now > warmMs;
      void connection.send(performance.now()).then((took) => {
        if (isMeasured) times.push(took);
        free.push(connection);
      });
    }
    setImmediate(tick);
  };
  tick();
});
for (const connection of all) connection.end();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    median: times[Math.floor(times.length / 2)],
    p99: times[Math.floor(times.length * 0.99)],
    rate: times.length / seconds,
    failed,
  }),
);
