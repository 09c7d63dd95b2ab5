import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, runAsPersonBeside } from '../../harness/outside-session.ts';
import { Rig } from '../cases/rig.ts';
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
