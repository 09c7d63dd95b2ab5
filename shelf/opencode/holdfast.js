// Holdfast: keeps work intact through compaction. The entry for this client in the npm package.
const load = () => import(new URL('../../dist/opencode.mjs', import.meta.url).href);
const stateFolder = () => undefined;

const commands = {
  "holdfast:brief": {
    "description": "What Holdfast would tell after a compaction of this session",
    "template": "Run `npx --yes holdfast@0.1.0 brief` and show what it prints as it is, without adding to it."
  },
  "holdfast:rules": {
    "description": "The rules you gave in this session, word for word",
    "template": "Run `npx --yes holdfast@0.1.0 rules` and show what it prints as it is, without adding to it."
  },
  "holdfast:recall": {
    "description": "Search what was said and done in earlier sessions",
    "template": "Run `npx --yes holdfast@0.1.0 recall \"$ARGUMENTS\"` and show what it prints as it is, without adding to it."
  },
  "holdfast:handoff": {
    "description": "What the next session has to know of this one",
    "template": "Run `npx --yes holdfast@0.1.0 show` and show what it prints as it is, without adding to it."
  },
  "holdfast:ticket": {
    "description": "The tickets of this project",
    "template": "Run `npx --yes holdfast@0.1.0 ticket list` and show what it prints as it is, without adding to it."
  }
};

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
