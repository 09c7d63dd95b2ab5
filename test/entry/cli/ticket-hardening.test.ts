import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

const ticket = (...args: string[]) => {
  const ran = machine.run(['ticket', ...args]);
  return { code: ran.code, out: ran.out + ran.err };
};
const folder = () => join(machine.project, '.holdfast', 'tickets');
const textOf = (id: string) => readFileSync(join(folder(), `${id}.md`), 'utf8');
const put = (id: string, text: string) => {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), `${id}.md`), text);
};

describe('a ticket whose title or contract has the word for a part of it', () => {
  it('is not done without a result, though its title begins with Result', () => {
    ticket('new', 'Result caching', '--id', 'r');
    ticket('claim', 'r', '--owner', 'w');
    expect(ticket('done', 'r', '--owner', 'w').out).toContain('its Result is empty');
    expect(ticket('done', 'r', '--owner', 'w', '--result', 'It caches.').code).toBe(0);
    expect(JSON.parse(ticket('show', 'r', '--json').out).result).toBe('It caches.');
  });

  it('is not done without a result, though its contract has a heading about one', () => {
    ticket('new', 'A', '--id', 'a', '--contract', '### Result format\n\nJSON only.');
    ticket('claim', 'a', '--owner', 'w');
    expect(ticket('done', 'a').out).toContain('its Result is empty');
  });

  it('gets its progress below Progress, and lists nothing else there', () => {
    ticket('new', 'Progress bar', '--id', 'p');
    ticket('claim', 'p', '--owner', 'w');
    ticket('progress', 'p', 'drew it');
    expect(textOf('p')).toMatch(/## Progress\n\n- .* drew it\n\n## Result\n$/);
    const { progress } = JSON.parse(ticket('show', 'p', '--json').out);
    expect(progress).toEqual([expect.stringMatching(/ drew it$/)]);
  });

  it('is sound after a result that has headings of its own', () => {
    ticket('new', 'A', '--id', 'a');
    ticket('claim', 'a', '--owner', 'w');
    ticket('done', 'a', '--result', '## Result\n\nIt holds.');
    expect(ticket('check').code).toBe(0);
  });
});

describe('a lease', () => {
  it('is not left behind by what was refused', () => {
    ticket('new', 'A', '--id', 'a');
    expect(ticket('block', 'a', 'no', '--owner', 'other').code).toBe(1);
    expect(ticket('done', 'a', '--result', 'x', '--owner', 'other').code).toBe(1);
    expect(ticket('claim', 'a', '--owner', 'w').code).toBe(0);
  });

  it('outlasts what was refused to its owner', () => {
    ticket('new', 'A', '--id', 'a');
    ticket('claim', 'a', '--owner', 'w');
    const text = textOf('a');
    put('a', `${text}<<<<<<< ours\n`);
    expect(ticket('progress', 'a', 'x', '--owner', 'w').code).not.toBe(0);
    expect(ticket('claim', 'a', '--owner', 'w').code).not.toBe(0);
    put('a', text);
    expect(ticket('claim', 'a', '--owner', 'other').out).toContain('a is claimed by w (since');
  });

  it('of another worker is not ended by a worker that reopens its ticket', () => {
    ticket('new', 'A', '--id', 'a');
    ticket('claim', 'a', '--owner', 'w');
    expect(ticket('reopen', 'a', 'mine', '--owner', 'other').out).toContain(
      'is claimed by w (since',
    );
    expect(ticket('claim', 'a', '--owner', 'other').code).toBe(1);
  });
});

describe('a lease file that somebody else wrote', () => {
  const sound = { owner: 'ghost', since: '2026-01-01T00:00:00Z', ticket: 'x', termMs: 60_000 };
  const renewed = new Date().toISOString();
  it.each([
    ['a process without identity', { ...sound, renewed, worker: { pid: 999_999_999 } }],
    ['a term without end', { ...sound, renewed, termMs: 1e300 }],
    ['a time that is none', { ...sound, renewed, since: 'x' }],
    ['signs of a terminal', { ...sound, renewed, owner: 'g\u001b[2J' }],
  ])('with %s is nobody’s, and the ticket can be claimed', (_, lease) => {
    ticket('new', 'A', '--id', 'a');
    ticket('claim', 'a', '--owner', 'w');
    const leases = join(machine.state, 'leases');
    writeFileSync(join(leases, readdirSync(leases)[0]!, '9'), JSON.stringify(lease));
    expect(JSON.parse(ticket('show', 'a', '--json').out).lease).toBeNull();
    expect(ticket('claim', 'a', '--owner', 'w').code).toBe(0);
  });
});

describe('a file that a change would break', () => {
  it.each([
    ['an anchor on the status', 'id: a\ntitle: T\nstatus: &s queued\nphase: *s'],
    ['keys in braces', '{id: a, title: T, status: queued}'],
  ])('with %s is left as it is', (_, head) => {
    const text = `---\n${head}\n---\n\n## Contract\n\n## Progress\n\n## Result\n`;
    put('a', text);
    const { code, out } = ticket('claim', 'a', '--owner', 'w');
    expect(code).toBe(1);
    expect(out).toMatch(/would break the front matter at line \d/);
    expect(textOf('a')).toBe(text);
    expect(JSON.parse(ticket('show', 'a', '--json').out).lease).toBeNull();
  });
});

describe('an id', () => {
  it('that the title makes is never the name of a README, which no board shows', () => {
    ticket('new', 'README');
    expect(ticket('list').out).toContain('readme-2');
  });

  it.each(['readme', 'README', 'a.md'])('%s is refused', (id) => {
    expect(ticket('new', 'A', '--id', id).code).toBe(2);
  });
});

describe('a list that is set', () => {
  it('is empty where nothing was given, and validation: required stays a word', () => {
    ticket('new', 'A', '--id', 'a', '--scope', 'src/**');
    expect(ticket('edit', 'a', '--set', 'scope=', '--set', 'validation=required').code).toBe(0);
    expect(textOf('a')).toContain('scope: []\nvalidation: required\n');
    expect(JSON.parse(ticket('show', 'a', '--json').out).validationRequired).toBe(true);
  });
});

describe('an edit of one key', () => {
  it('that adds to a list leaves its other entries as they are, however many and long', () => {
    const many = Array.from({ length: 120 }, (_, at) => `  - "src/${at}/**" # part ${at}\n`).join(
      '',
    );
    const head = `id: a\ntitle: T\nstatus: queued\nscope: # which\n${many}  - ${'x'.repeat(1200)}\n`;
    const rest = '# end\n---\n\n## Contract\n\n## Progress\n\n## Result\n';
    put('a', `---\n${head}${rest}`);
    expect(ticket('edit', 'a', '--add', 'scope=docs/**').code).toBe(0);
    expect(textOf('a')).toBe(`---\n${head}  - docs/**\n${rest}`);
  });

  it.each(["don't stop", 'a#b "c"', '"quoted"', "'it''s'", 'a'])(
    'keeps the comment behind %s',
    (was) => {
      put(
        'a',
        `---\nid: a\ntitle: T\nstatus: queued\nphase: ${was} # why\n---\n\n## Contract\n\n## Progress\n\n## Result\n`,
      );
      ticket('edit', 'a', '--set', 'phase=two');
      expect(textOf('a')).toContain('\nphase: two # why\n');
    },
  );
});

describe('what a ticket allows its worker', () => {
  it('is added by a command, one pattern at a time, and shown', () => {
    ticket('new', 'A', '--id', 'a');
    expect(ticket('edit', 'a', '--add', 'allow=npm test').code).toBe(0);
    expect(ticket('edit', 'a', '--add', 'allow=Bash(git commit:*)').code).toBe(0);
    expect(textOf('a')).toContain('\nallow:\n  - npm test\n  - Bash(git commit:*)\n---\n');
    expect(ticket('show', 'a').out).toContain('\nallow       npm test; Bash(git commit:*)\n');
    const shown = JSON.parse(ticket('show', 'a', '--json').out);
    expect(shown.allow).toEqual(['npm test', 'Bash(git commit:*)']);
  });
});

describe('a pattern by which nothing can be allowed', () => {
  it.each(['--add', '--set'])('is refused by ticket edit %s, and the ticket stays', (option) => {
    ticket('new', 'A', '--id', 'a');
    const before = textOf('a');
    const refused = ticket('edit', 'a', option, 'allow=*');
    expect(refused.code).toBe(2);
    expect(refused.out).toMatch(
      /"\*" is not a valid pattern to allow\.\s+Give the words of a command/,
    );
    expect(textOf('a')).toBe(before);
    expect(ticket('edit', 'a', '--set', 'allow=').code).toBe(0);
  });
});

describe('what others call otherwise', () => {
  it('gets no second list beside the one that it has', () => {
    put('o', '---\nstatus: queued\nfiles:\n  - a.md # why\nsuccess_criteria: [it runs]\n---\n');
    ticket('edit', 'o', '--add', 'files_to_load=b.md', '--add', 'success=it is fast');
    expect(textOf('o')).toBe(
      '---\nstatus: queued\nfiles:\n  - a.md # why\n  - b.md\nsuccess_criteria:\n  - it runs\n  - it is fast\n---\n',
    );
  });

  it('is taken by the worker who reports on it in its name', () => {
    ticket('new', 'A', '--id', 'a');
    expect(ticket('progress', 'a', 'began', '--owner', 'w').out).toContain('a is in-progress');
    expect(ticket('claim', 'a', '--owner', 'other').out).toContain('a is claimed by w (since');
  });

  it('is not held by a lock that names a process which is gone, and nothing else of it', () => {
    ticket('new', 'A', '--id', 'a');
    ticket('progress', 'a', 'one');
    const locks = join(machine.state, 'locks');
    const [name = ''] = readdirSync(locks);
    writeFileSync(join(locks, name, '900'), '{"pid":999999}');
    expect(ticket('progress', 'a', 'two').code).toBe(0);
  });
});

describe('a ticket that is reopened', () => {
  const reopened = () => {
    ticket('new', 'A', '--id', 'a');
    ticket('claim', 'a', '--owner', 'w');
    ticket('done', 'a', '--result', 'one');
    ticket('reopen', 'a', 'it fails again');
    ticket('claim', 'a', '--owner', 'w');
  };

  it('is not done by the result from before, which stays in it', () => {
    reopened();
    expect(ticket('done', 'a').out).toContain('its Result is empty');
    expect(ticket('done', 'a', '--result', 'two').code).toBe(0);
    expect(JSON.parse(ticket('show', 'a', '--json').out).result).toBe('two');
    expect(textOf('a')).toMatch(
      /## Result\n\none\n\n_Reopened \S+: what stands above .*_\n\ntwo\n$/,
    );
    expect(ticket('check').out).toContain('no problems');
  });

  it('takes no second result while it is done', () => {
    reopened();
    ticket('done', 'a', '--result', 'two');
    const before = textOf('a');
    expect(ticket('done', 'a', '--result', 'three').out).toContain('it is already done');
    expect(ticket('done', 'a', '--result', 'two').code).toBe(0);
    expect(textOf('a')).toBe(before);
  });
});

describe('escape sequences in what a ticket is told', () => {
  it('do not get into its file, which people print on terminals', () => {
    const red = '\u001b[31mred\u0007';
    ticket('new', `a ${red} title`, '--id', 'a', '--contract', `first\n${red}\tsecond`);
    ticket('claim', 'a', '--owner', 'w');
    ticket('progress', 'a', `did ${red}`, '--owner', 'w');
    ticket('done', 'a', '--owner', 'w', '--result', `all ${red}\nwell`);
    const text = textOf('a');
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(text).toContain('# a red title');
    expect(text).toContain('first\nred\tsecond');
    expect(text).toContain('did red');
    expect(text).toContain('all red\nwell');
  });

  it('hide no secret, whether they stand before it or in it', () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    ticket('new', `say \u001b[0m${token}`, '--id', 'a');
    ticket('new', `say ${token.slice(0, 9)}\u001b[0m${token.slice(9)}`, '--id', 'b');
    expect(textOf('a')).not.toContain(token);
    expect(textOf('a')).toMatch(/title: say .+/);
    expect(textOf('b')).not.toContain(token);
    expect(textOf('b')).toMatch(/title: say .+/);
  });

  it('leave characters that a script needs, though they show as nothing', () => {
    ticket('new', 'می\u200cخواهم क\u094d\u200dष', '--id', 'a');
    expect(textOf('a')).toContain('# می\u200cخواهم क\u094d\u200dष');
  });
});
