/** The one place where output leaves the program and where its exit code is set. */

/** Writes to standard output. A reader that went away is no fault. */
export function print(text: string): void {
  process.stdout.write(text);
}

export function printError(text: string): void {
  process.stderr.write(text);
}

/** Sets the exit code; the program ends by itself when its output is out. */
export function exitWith(code: number): void {
  process.exitCode = code;
}

/** From here on a closed output (a pager that was left, `head`) ends the program quietly. */
export function tolerateClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}
