import { commands } from './commands.ts';
import { startCli } from './start.ts';

startCli(commands);
