import pg from 'pg';
import { Fault } from '../core/errors.ts';
import { type FleetAddress, shownAddress } from '../core/fleet/address.ts';
import { sqlState } from '../core/fleet/sql-state.ts';
import { readRegular } from '../platform/open-regular.ts';

/** A statement's rows, and how many it changed. */
export interface Rows<Row> {
  rows: Row[];
  count: number;
}

/** A connection to the database of a fleet. Values are parameters always, and no part of a statement. */
export interface Database {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Rows<Row>>;
  /** Runs statements in one transaction, which is undone when the work throws. */
  transaction<T>(work: (query: Database['query']) => Promise<T>): Promise<T>;
  /**
   * Opens a connection of its own that hears what is told on a channel until `end` is called. `lost` is called once when the connection
   * breaks; nothing is heard from then on. A connection pooler may pass nothing on, which cannot be told from silence.
   */
  listen(channel: string, ears: Ears): Promise<{ end(): void }>;
  /** Closes every connection of the pool. */
  close(): Promise<void>;
}

/** Who listens on a channel. */
export interface Ears {
  heard(text: string): void;
  lost(): void;
}

/** How long it is tried to reach the database, and waited for an answer, in milliseconds. */
export interface Patience {
  connectMs: number;
  answerMs: number;
}

/** Opens no connection before the first statement. `most`: connections at once. */
export function openDatabase(
  address: FleetAddress,
  { connectMs = 5_000, answerMs = 15_000 }: Partial<Patience> = {},
  most = 2,
): Database {
  const place = {
    host: address.host,
    port: address.port,
    user: address.user,
    // A function keeps the library from looking into files of the user's for one.
    password: () => address.password ?? '',
    database: address.database,
    ssl: address.tls
      ? {
          rejectUnauthorized: true,
          ...(address.rootCertificate !== undefined && { ca: rootText(address.rootCertificate) }),
        }
      : false,
    connectionTimeoutMillis: connectMs,
    application_name: 'holdfast',
  };
  const pool = new pg.Pool({
    ...place,
    max: most,
    query_timeout: answerMs,
    statement_timeout: answerMs,
    idle_in_transaction_session_timeout: answerMs,
    allowExitOnIdle: true,
  });
  // A connection that is cut while nobody uses it is no failure of ours: the next statement opens another.
  pool.on('error', () => {});
  return {
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      try {
        const { rows, rowCount } = await pool.query<Row>(sql, [...values]);
        return { rows, count: rowCount ?? 0 };
      } catch (error) {
        throw faultOf(error, address);
      }
    },
    async transaction(work) {
      const client = await pool.connect().catch((error: unknown) => {
        throw faultOf(error, address);
      });
      let broken: Error | undefined;
      const ignore = (): void => {};
      client.on('error', ignore);
      try {
        await client.query('begin');
        const result = await work(
          async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
            const { rows, rowCount } = await client.query<Row>(sql, [...values]);
            return { rows, count: rowCount ?? 0 };
          },
        );
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failed: Error) => {
          broken = failed;
        });
        throw error instanceof Fault ? error : faultOf(error, address);
      } finally {
        client.off('error', ignore);
        client.release(broken);
      }
    },
    async listen(channel, ears) {
      const client = new pg.Client({ ...place, keepAlive: true });
      let ended = false;
      const end = (): void => {
        if (ended) return;
        ended = true;
        client.end().catch(() => {});
      };
      const lost = (): void => {
        if (ended) return;
        end();
        ears.lost();
      };
      client.on('error', lost);
      client.on('end', lost);
      client.on('notification', ({ payload }) => ears.heard(payload ?? ''));
      try {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      } catch (error) {
        end();
        throw faultOf(error, address);
      }
      return { end };
    },
    close: () => pool.end(),
  };
}

/** True for a failure to reach the database: what was asked for may have happened, and is asked for again. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Fault && error.code === 'unreadable';
}

/** What the server says of rights, and of values that it does not take, by its codes. Its texts can hold values and are left out. */
function faultOf(error: unknown, address: FleetAddress): Fault {
  const state = sqlState(error as { code?: unknown });
  const where = shownAddress(address);
  if (state === '42501') {
    return new Fault('refused', `The database ${where} does not allow this.`, {
      hint: 'Ask the fleet’s administrator for the role it needs: "holdfast fleet admit".',
      cause: error,
    });
  }
  if (state === '28P01' || state === '28000') {
    return new Fault('refused', `The database ${where} rejected this user.`, {
      hint: 'Check the user and the password in the connection string.',
      cause: error,
    });
  }
  if (state === '3F000' || state === '42P01' || state === '3D000') {
    return new Fault('not-found', `There is no fleet in the database ${where}.`, {
      hint: 'Its owner creates it with "holdfast fleet init".',
      cause: error,
    });
  }
  // Of a connection, a server that stops, or resources: all else is of what was asked for.
  if (state !== undefined && !/^(?:08|53|57|58|40|25P03)/.test(state)) {
    return new Fault('malformed', `The database ${where} rejected this (${state}).`, {
      cause: error,
    });
  }
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^(?:ERR_TLS_|CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) {
    return new Fault(
      'unreadable',
      `The certificate of the database ${where} cannot be trusted (${code}).`,
      {
        hint: 'It must be valid for the host in the connection string; sslrootcert=FILE names the certificate of the authority that signed it.',
        cause: error,
      },
    );
  }
  return new Fault('unreadable', `The database ${where} cannot be reached now.`, {
    hint: 'Changes stay in the files here and are sent later. See "holdfast fleet status".',
    cause: error,
  });
}

function rootText(path: string): string {
  const what = 'The certificate that sslrootcert names cannot be read.';
  try {
    const read = readRegular(path);
    if (read !== undefined) return read.bytes.toString('utf8');
  } catch (error) {
    throw new Fault('unreadable', what, { cause: error });
  }
  throw new Fault('unreadable', what);
}
