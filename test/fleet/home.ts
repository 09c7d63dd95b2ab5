import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Ran, runAsPersonBeside } from '../../harness/outside-session.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { Rig } from '../cases/rig.ts';
import type { Postgres } from './postgres.ts';
import { killOn } from './serving.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** A machine of a fleet that has a home, a state folder and a session of its own, whose hooks a test sends. */
export class Home extends Rig {
  readonly #fleet: string;

  constructor(fleet: string, session: string) {
    super();
    this.#fleet = fleet;
    this.session = session;
  }

  /** Runs the command as a user does. */
  run(args: string[], more: Record<string, string> = {}): Promise<Ran> {
    const env = { ...this.env, HOLDFAST_FLEET: this.#fleet, ...more };
    return runAsPersonBeside(process.execPath, [cli, ...args], { cwd: this.project, env });
  }

  /** The same for one that must go well; its output. */
  async ok(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(args);
    if (code !== 0) throw new Error(`holdfast ${args.join(' ')}: ${code}\n${out}${err}`);
    return out;
  }

  /** The same, as data. */
  async data(...args: string[]) {
    return JSON.parse(await this.ok(...args, '--json'));
  }

  /** Writes the user's settings. */
  settings(values: object): void {
    const folder = join(this.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), JSON.stringify(values));
  }

  override remove(): void {
    killOn(this.state);
    super.remove();
  }
}

/** The homes of a fleet, with a database and homes of its own for each test. */
export function fleetHomes(postgres: () => Postgres) {
  let url: string;
  let database: Database;
  const homes: Home[] = [];
  beforeEach(async () => {
    url = await postgres().fresh();
    database = openDatabase(fleetAddress(url));
  });
  afterEach(async () => {
    for (const one of homes.splice(0)) one.remove();
    await database.close();
  });
  return {
    database: (): Database => database,
    /** A home that joined as this machine; `prepare` is called before it. The first one begins the fleet. */
    async join(machine: string, session: string, prepare?: (one: Home) => void): Promise<Home> {
      const one = new Home(url, session);
      homes.push(one);
      prepare?.(one);
      if (homes.length === 1) await one.ok('fleet', 'init', '--project', 'shop');
      await one.ok('fleet', 'join', '--project', 'shop', '--machine', machine);
      return one;
    },
  };
}
