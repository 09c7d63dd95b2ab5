// Runs under Wine: starts programs for the tests and tells what came of them. A program of Windows cannot use the pipes of
// the system that Wine runs on, so that those it is started with here are pipes of Windows, as a client makes them.
'use strict';
const { spawn } = require('node:child_process');
const { renameSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');

const [portFile] = process.argv.slice(2);
const running = new Map();
let last = 0;

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const reply = (value) => response.end(JSON.stringify(value));
    if (request.url === '/run') return void run(asked, reply);
    if (request.url === '/env') return reply(process.env);
    if (request.url === '/start') return reply(start(asked));
    if (request.url === '/write') return reply(write(asked));
    if (request.url === '/alive') return reply(isAlive(asked.pid));
    response.statusCode = 404;
    response.end('{}');
  });
});

server.listen(0, '127.0.0.1', () => {
  writeFileSync(`${portFile}.part`, String(server.address().port));
  renameSync(`${portFile}.part`, portFile);
});

function started({ program, args = [], cwd, env, verbatim }) {
  return spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsVerbatimArguments: verbatim === true,
  });
}

/** Runs a program to its end. */
function run(asked, reply) {
  const said = { stdout: [], stderr: [] };
  let done = false;
  const finish = (value) => {
    if (done) return;
    done = true;
    const text = (name) => Buffer.concat(said[name]).toString('utf8');
    reply({ ...value, stdout: text('stdout'), stderr: text('stderr') });
  };
  let child;
  try {
    child = started(asked);
  } catch (error) {
    return finish({ code: null, error: error.message });
  }
  for (const name of ['stdout', 'stderr'])
    child[name].on('data', (chunk) => said[name].push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(asked.input ?? '');
  child.on('error', (error) => finish({ code: null, error: error.message }));
  child.on('close', (code) => finish({ code }));
}

/** Starts a program that goes on. */
function start(asked) {
  const child = started(asked);
  const id = ++last;
  running.set(id, child);
  child.stdin.on('error', () => {});
  child.on('error', () => {});
  child.stdout.resume();
  child.stderr.resume();
  return { id, pid: child.pid };
}

/** Gives a program that was started more input, or ends its input. */
function write({ id, input }) {
  const { stdin } = running.get(id);
  if (input === undefined) stdin.end();
  else stdin.write(input);
  return {};
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return { alive: true };
  } catch (error) {
    return { alive: error.code === 'EPERM' };
  }
}
