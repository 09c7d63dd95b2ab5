import { Fault } from '../errors.ts';

/** Where a fleet's database is, and how the connection to it is protected. */
export interface FleetAddress {
  /** A host's name, an IP address, or the folder of a socket. */
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
  /** False on this machine alone. Elsewhere the server's certificate is always checked. */
  tls: boolean;
  /** A file with the certificate of who signs the server's. */
  rootCertificate?: string;
}

const hint =
  'Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE; for a socket postgres://USER@/DATABASE?host=/FOLDER.';

/**
 * Reads a connection string. Throws a Fault, which never holds any of it, where it is none, or asks for a connection to
 * another machine without TLS.
 */
export function fleetAddress(text: string): FleetAddress {
  let url: URL;
  try {
    // A URL of this kind needs a host; one with a socket has none.
    url = new URL(text.trim().replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, '$1localhost'));
  } catch {
    throw new Fault('usage', 'The fleet’s connection string is not valid.', { hint });
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new Fault('usage', 'The fleet’s connection string is not for PostgreSQL.', { hint });
  }
  const known = ['host', 'port', 'sslmode', 'sslrootcert'];
  const odd = [...url.searchParams.keys()].find((key) => !known.includes(key));
  if (odd !== undefined) {
    throw new Fault('usage', 'The connection string of the fleet has an unknown parameter.', {
      hint: `Known: ${known.join(', ')}.`,
    });
  }
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (host === '' || user === '' || database === '') {
    throw new Fault(
      'usage',
      'The connection string of the fleet lacks a host, a user or a database.',
      { hint },
    );
  }
  const isHere = host.startsWith('/') || isLoopback(host);
  const mode = url.searchParams.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode !== 'verify-full' && !(mode === 'disable' && isHere)) {
    throw new Fault(
      'refused',
      isHere
        ? 'The connection string of the fleet has an unknown sslmode.'
        : 'A fleet’s database on another machine needs TLS with a verified certificate.',
      {
        hint: 'Leave sslmode out, or set it to verify-full; sslrootcert names your own authority’s certificate.',
      },
    );
  }
  const rootCertificate = url.searchParams.get('sslrootcert');
  const password = decoded(url.password);
  return {
    host,
    port: Number(url.searchParams.get('port') ?? (url.port || 5432)),
    user,
    database,
    tls: mode === 'verify-full',
    ...(password !== '' && { password }),
    ...(rootCertificate !== null && { rootCertificate }),
  };
}

/** The address without what is secret in it, for a person. */
export function shownAddress({ host, port, user, database }: FleetAddress): string {
  const where = host.startsWith('/') ? `socket ${host}, port ${port}` : `${host}:${port}`;
  return `${database} on ${where}, as ${user}`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Fault('usage', 'The fleet’s connection string is not valid.', { hint });
  }
}
