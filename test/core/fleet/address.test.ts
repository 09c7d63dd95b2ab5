import { describe, expect, it } from 'vitest';
import { fleetAddress, shownAddress } from '../../../src/core/fleet/address.ts';
import { projectName } from '../../../src/core/fleet/project-name.ts';

describe('the connection string of a fleet', () => {
  it.each([
    [
      'postgres://u:p%40w@db.example.org/d',
      { host: 'db.example.org', port: 5432, password: 'p@w', tls: true },
    ],
    ['postgresql://u@db.example.org:6432/d?sslmode=verify-full', { port: 6432, tls: true }],
    ['postgres://u@127.0.0.1/d', { host: '127.0.0.1', tls: false }],
    ['postgres://u@[::1]:99/d', { host: '::1', port: 99, tls: false }],
    [
      'postgres://u@localhost/d?sslmode=verify-full&sslrootcert=/ca.pem',
      { tls: true, rootCertificate: '/ca.pem' },
    ],
    [
      'postgres://u@/d?host=/var/run/postgresql&port=5433',
      { host: '/var/run/postgresql', port: 5433, tls: false },
    ],
  ])('reads %s', (text, address) => {
    expect(fleetAddress(text)).toMatchObject({ user: 'u', database: 'd', ...address });
  });

  it.each([
    'postgres://u:secret@db.example.org/d?sslmode=disable',
    'postgres://u:secret@db.example.org/d?sslmode=require',
    'postgres://u:secret@db.example.org/d?sslmode=prefer',
    'postgres://u:secret@127.0.0.1.example.org/d?sslmode=disable',
    'postgres://u:secret@10.0.0.1/d?sslmode=disable',
    'postgres://u:secret@localhost/d?host=db.example.org&sslmode=disable',
    'postgres://u:secret@localhost/d?options=-c%20role=x',
    'mysql://u:secret@localhost/d',
    'postgres://u:secret@localhost/',
    'postgres://secret@:x/d',
    'postgres://:secret@localhost/d',
    'postgres://u:secret%zz@localhost/d',
    'secret',
  ])('refuses %s and holds none of it in what it says', (text) => {
    let said = '';
    try {
      fleetAddress(text);
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      said = `${message} ${hint}`;
    }
    expect(said).not.toBe('');
    expect(said).not.toContain('secret');
  });

  it('is shown without the password', () => {
    const shown = shownAddress(fleetAddress('postgres://u:secret@db.example.org/d'));
    expect(shown).toBe('d on db.example.org:5432, as u');
  });
});

describe('the name of a project in a fleet', () => {
  it.each([
    'https://github.com/a/b.git',
    'https://user:secret@github.com/a/b',
    'git@github.com:a/b.git',
    'ssh://git@github.com:22/a/b.git/',
  ])('is the same for %s', (url) => {
    expect(
      projectName(`[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = x\n`),
    ).toBe('github.com/a/b');
  });

  it('is none without a remote', () => {
    expect(projectName('[core]\n\turl = x\n[remote "other"]\n\turl = y\n')).toBeUndefined();
  });
});
