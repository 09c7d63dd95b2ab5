/** Made-up values in the shapes of real ones: the same seed gives the same bytes. */
export class Generator {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0 || 1;
  }

  next(below: number): number {
    // xorshift32
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    this.state >>>= 0;
    return this.state % below;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.next(items.length)]!;
  }

  /** So many characters of an alphabet, a letter and a digit among them. */
  run(alphabet: string, length: number): string {
    for (;;) {
      const text = Array.from({ length }, () => alphabet[this.next(alphabet.length)]).join('');
      if (length < 6 || !/[a-z]/i.test(alphabet) || !/[0-9]/.test(alphabet)) return text;
      if (/[0-9]/.test(text) && /[a-z]/i.test(text)) return text;
    }
  }

  /** `{A:20}` in a template is a run of an alphabet, `{u}` a UUID. */
  fill(template: string): string {
    return template.replace(/\{([A-Za-z]):?(\d*)\}/g, (_, kind: string, count: string) => {
      if (kind === 'u') {
        const x = (n: number) => this.run(alphabets.x!, n);
        return `${x(8)}-${x(4)}-4${x(3)}-a${x(3)}-${x(12)}`;
      }
      return this.run(alphabets[kind]!, Number(count));
    });
  }

  password(): string {
    const word = () => this.pick(words);
    return this.pick([
      () => `${word()}-${word()}-${this.next(89) + 10}`,
      () => `${word()}${this.pick(['!', '#', '$', '&', '@', '%'])}${this.next(9000) + 1000}`,
      () => this.run(alphabets.A!, 12 + this.next(8)),
      () =>
        `${this.run(alphabets.a!, 5)}${this.pick(['!', '?', '*', '^'])}${this.run(alphabets.A!, 6)}`,
    ])();
  }
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

const alphabets: Record<string, string> = {
  A: upper + lower + digits,
  a: lower + digits,
  x: `${digits}abcdef`,
  X: upper + digits,
  d: digits,
  w: `${upper + lower + digits}_-`,
  b: `${upper + lower + digits}+/`,
  l: lower,
  L: upper,
};

const words = [
  'Otter',
  'Lantern',
  'Quartz',
  'Meadow',
  'Falcon',
  'Copper',
  'Harbor',
  'Willow',
  'Cinder',
  'Tundra',
];

/** FNV-1a: which half of a corpus an entry is in depends on nothing but its name. */
export function isHeldOut(name: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  }
  return (hash >>> 7) % 2 === 1;
}
