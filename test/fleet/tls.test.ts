import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { withPostgres } from './with-postgres.ts';

withPostgres('a connection with TLS', (postgres) => {
  const open: Database[] = [];
  let folder: string;

  /** A certificate that signs itself, with its key. */
  function makeCertificate(name: string, subject: string): string {
    const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
    const names = ['-subj', '/CN=holdfast', '-addext', `subjectAltName=${subject}`];
    const files = ['-keyout', key, '-out', certificate];
    const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'ignore' });
    return certificate;
  }

  /** Lets the server show a certificate from now on. */
  async function serveWith(name: string): Promise<void> {
    const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')];
    copyFileSync(join(folder, `${name}.key`), key);
    copyFileSync(join(folder, `${name}.crt`), certificate);
    if (userInfo().uid === 0) execFileSync('chown', ['postgres', key, certificate]);
    execFileSync('chmod', ['600', key]);
    await postgres().admin(`alter system set ssl_cert_file = '${certificate}'`);
    await postgres().admin(`alter system set ssl_key_file = '${key}'`);
    await postgres().admin('alter system set ssl = on');
    await postgres().stop('fast');
    await postgres().start();
  }

  /** What the server says of a connection over the loopback address; rejects as the program does. */
  async function ask(host: string, root?: string): Promise<{ ssl: boolean; version: string }> {
    const more = root === undefined ? '' : `&sslrootcert=${encodeURIComponent(root)}`;
    const place = `${host}:${postgres().port}/postgres?sslmode=verify-full${more}`;
    const database = openDatabase(fleetAddress(`postgres://postgres@${place}`));
    open.push(database);
    const { rows } = await database.query<{ ssl: boolean; version: string }>(
      'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()',
    );
    return rows[0]!;
  }

  beforeAll(() => {
    folder = postgres().folder;
    makeCertificate('right', 'DNS:localhost,IP:127.0.0.1');
    makeCertificate('other', 'DNS:localhost,IP:127.0.0.1');
    makeCertificate('name', 'DNS:localhost');
    makeCertificate('address', 'IP:127.0.0.1');
  });
  afterAll(async () => {
    for (const one of open) await one.close();
  });
  const untrusted = { code: 'unreadable', message: expect.stringContaining('cannot be trusted') };

  it('is made where the certificate is known and is for the address, and refused otherwise', async () => {
    const [right, other] = [join(folder, 'right.crt'), join(folder, 'other.crt')];
    await serveWith('right');
    expect(await ask('127.0.0.1', right)).toMatchObject({ ssl: true });
    expect(await ask('localhost', right)).toMatchObject({ ssl: true });
    await expect(ask('127.0.0.1', other), 'signed by another').rejects.toMatchObject(untrusted);
    await expect(ask('127.0.0.1'), 'signed by nobody').rejects.toMatchObject(untrusted);
    // A certificate for a name is none for an address, and the other way round.
    const [name, address] = [join(folder, 'name.crt'), join(folder, 'address.crt')];
    await serveWith('name');
    await expect(ask('127.0.0.1', name), 'for a name').rejects.toMatchObject(untrusted);
    expect(await ask('localhost', name)).toMatchObject({ ssl: true });
    await serveWith('address');
    expect(await ask('127.0.0.1', address)).toMatchObject({ ssl: true });
    await expect(ask('localhost', address), 'for an address').rejects.toMatchObject(untrusted);
  });

  it('is refused where the server has none', async () => {
    await postgres().admin('alter system set ssl = off');
    await postgres().stop('fast');
    await postgres().start();
    await expect(ask('127.0.0.1', join(folder, 'right.crt'))).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});
