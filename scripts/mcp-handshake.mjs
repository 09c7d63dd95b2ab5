import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** What stands for values of the client in the requests that are recorded. */
const id = 481516234299;
const older = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const newer = '2026-07-28';

const client = { name: 'build', version: '1' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': newer,
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * The program by which the shell answers what clients say to the MCP server before they call a tool: `src/entry/mcp/handshake.sh` with
 * the answers of the built server, which is asked for each of them. Rejects where that answers otherwise than the shell could.
 */
export async function mcpHandshake(cli) {
  const sets = await Promise.all(['small', 'full'].map((tools) => answersOf(cli, tools)));
  const cases = sets.flat().map(([name, parts]) => {
    const values = parts.map((part) => (part.startsWith('$') ? `"${part}"` : quoted(part)));
    const form = `${'%s'.repeat(parts.length)}\\n`;
    return `    ${quoted(name)}) printf '${form}' ${values.join(' ')} ;;`;
  });
  const made = [
    `h_older='${older.join(' ')}' h_newer='${newer}'`,
    '',
    '# Says the answer to the request at hand, of the older or newer protocol.',
    'say() {',
    '  case "${tools:-small} $1 $h_method" in',
    ...cases,
    '    *) return 1 ;;',
    '  esac',
    '}',
  ];
  return readFileSync('src/entry/mcp/handshake.sh', 'utf8').replace(
    '# answers: begin\n',
    () => `${made.join('\n')}\n`,
  );
}

/** Each answer under its name, as parts of which some stand for values. */
async function answersOf(cli, tools) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-handshake-'));
  try {
    const start = () => openServer(cli, tools, folder);
    const found = [];
    const keep = (age, method, line, values) =>
      found.push([`${tools} ${age} ${method}`, split(line, values)]);
    for (const version of tools === 'small' ? older : older.slice(0, 1)) {
      const server = start();
      const params = { protocolVersion: version, capabilities: {}, clientInfo: client };
      const line = await server.ask('initialize', params);
      const values = { [version]: '$h_version', [id]: '$h_id' };
      const parts = split(line, values);
      if (version === older[0]) found.push([`${tools} old initialize`, parts]);
      else same(parts, found[0][1]);
      if (version === older[0]) {
        server.tell('notifications/initialized');
        for (const method of ['tools/list', 'prompts/list', 'resources/list', 'ping'])
          keep('old', method, await server.ask(method), { [id]: '$h_id' });
      }
      await server.end();
    }
    const server = start();
    const params = { _meta: meta };
    const opening = await server.ask('server/discover', params);
    keep('new', 'server/discover', opening, { [id]: '$h_id' });
    const listen = { ...params, notifications: { toolsListChanged: true } };
    keep('new', 'subscriptions/listen', await server.ask('subscriptions/listen', listen), {
      [id]: '$h_id',
    });
    keep('new', 'tools/list', await server.ask('tools/list', params), { [id]: '$h_id' });
    same(await server.ask('server/discover', params), opening);
    await server.end();
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The server as a client has it whose hooks are registered, in a home of its own. */
function openServer(cli, tools, folder) {
  const file = join(folder, 'settings.json');
  const installs = [
    {
      host: 'claude-code',
      scope: 'user',
      part: 'hooks',
      file,
      version: '0',
      time: '2026-01-01T00:00:00.000Z',
      createdFile: true,
      created: [],
      steps: [],
    },
  ];
  const state = join(folder, 'state');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'installs.json'), JSON.stringify({ version: 1, installs }));
  const child = spawn(
    process.execPath,
    [resolve(cli), 'mcp', '--host', 'claude-code', '--tools', tools],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, HOLDFAST_HOME: state },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const gone = new Promise((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    tell: (method) => say({ method }),
    async ask(method, params) {
      say({ id, method, params });
      const { value, done } = await lines.next();
      if (done) throw new Error(`the MCP server gave no answer to "${method}"`);
      return value;
    },
    end() {
      child.stdin.end();
      return gone;
    },
  };
}

/** The text with each value once, cut where it stands. */
function split(line, values) {
  let parts = [line];
  for (const [value, name] of Object.entries(values)) {
    parts = parts.flatMap((part) => {
      if (part.startsWith('$')) return [part];
      const pieces = part.split(value);
      return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [name, piece]));
    });
  }
  const named = Object.values(values);
  if (named.some((name) => parts.filter((part) => part === name).length !== 1))
    throw new Error(`the MCP server answers otherwise than was expected: ${line}`);
  return parts;
}

function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other))
    throw new Error(`the MCP server answers differently: ${one} and ${other}`);
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
