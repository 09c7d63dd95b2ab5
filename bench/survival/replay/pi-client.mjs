// A client of pi as far as an extension sees it, for one session: loads the extension that is named first, takes an event a line
// from standard input, and answers each with a line: what the handler gave back, and what was sent into the conversation.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , path, session, cwd, file] = process.argv;
const handlers = new Map();
let sent = [];
let entries = [];

const api = {
  on: (name, handler) => handlers.set(name, handler),
  sendMessage: ({ content }) => sent.push(content),
};
const context = {
  cwd,
  hasUI: false,
  sessionManager: {
    getSessionId: () => session,
    getSessionFile: () => file,
    getEntries: () => entries,
  },
};
const { default: extension } = await import(pathToFileURL(path).href);
await extension(api);

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.entries !== undefined) entries = asked.entries;
  sent = [];
  const returned = await handlers.get(asked.event.type)?.(asked.event, context);
  process.stdout.write(`${JSON.stringify({ returned: returned ?? null, sent })}\n`);
}
