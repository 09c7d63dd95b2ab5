// Holdfast 0.1.0: keeps work intact through compaction. The entry for this client in the npm package.
import { fileURLToPath } from 'node:url';

const load = () => import(new URL('../../dist/opencode.mjs', import.meta.url).href);
const stateFolder = () => undefined;

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const commands = {
  "holdfast:brief": {
    "description": "What Holdfast would tell after a compaction of this session",
    "template": "Run `node \"PROGRAM\" brief` and show what it prints as it is, without adding to it."
  },
  "holdfast:rules": {
    "description": "The rules you gave in this session, word for word",
    "template": "Run `node \"PROGRAM\" rules` and show what it prints as it is, without adding to it."
  },
  "holdfast:recall": {
    "description": "Search what was said and done in earlier sessions",
    "template": "Run `node \"PROGRAM\" recall \"$ARGUMENTS\"` and show what it prints as it is, without adding to it."
  },
  "holdfast:handoff": {
    "description": "Continue this session in another client",
    "template": "Run `node \"PROGRAM\" handoff --print --to \"$ARGUMENTS\"` and show only its last line: the command by which the user continues this session there, in a terminal of their own."
  },
  "holdfast:ticket": {
    "description": "The tickets of this project",
    "template": "Run `node \"PROGRAM\" ticket list` and show what it prints as it is, without adding to it."
  }
};
for (const command of Object.values(commands)) {
  command.template = command.template.replace('PROGRAM', () => program);
}

const withCommands = (hooks) => ({
  ...hooks,
  async config(config) {
    config.command = { ...commands, ...config.command };
  },
});

export default {
  id: 'holdfast',
  async server(input) {
    try {
      return withCommands((await load()).plugin(input, stateFolder()) ?? {});
    } catch {
      return withCommands({});
    }
  },
};
