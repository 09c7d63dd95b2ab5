/** Names of the daemon's files in its folder below the state folder. */
export const daemonFiles = {
  /** Where it is found. */
  record: 'daemon.json',
  /** What a client must say to it; 0600. */
  token: 'token',
  /** What it did and refused. */
  log: 'daemon.log',
  /** What its process printed: nothing, but where it broke. */
  output: 'output.log',
  /** The port that it had last, which it takes again where that is free. */
  port: 'port',
  socket: 'daemon.sock',
  /** Who may be the daemon: one process at a time. */
  claims: 'claims',
} as const;

/** The daemon's folder below the state folder. */
export const daemonFolder = 'daemon';
