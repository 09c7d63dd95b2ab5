const pending: (() => void)[] = [];
let installed = false;

/**
 * Registers what must happen even when the process is interrupted: the last registered first. Returns how to take it
 * off the list again once it was done in the ordinary way.
 */
export function atExit(cleanup: () => void): () => void {
  if (!installed) {
    installed = true;
    process.on('exit', runAll);
    // Without a handler these signals end the process without the event above.
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
  }
  pending.push(cleanup);
  return () => {
    const index = pending.indexOf(cleanup);
    if (index >= 0) pending.splice(index, 1);
  };
}

function runAll(): void {
  for (const cleanup of pending.splice(0).reverse()) {
    try {
      cleanup();
    } catch {
      // The others still have to be done.
    }
  }
}
