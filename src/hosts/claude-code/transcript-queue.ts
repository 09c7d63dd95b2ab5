import type { Position } from '../../core/conversation.ts';

/** A text that was typed while the agent worked and waits for its turn. */
export interface Queued {
  text: string;
  at: Position;
  time?: string;
  /** True when it was already told as an item. */
  told: boolean;
}

/** What a reading hands to the next about the queue. */
export interface QueueMemory {
  waiting: Queued[];
  delivered: string[];
  attached: string[];
}

const most = 50;

/** Reasons of a `remove` by which the text did not reach the model (client 2.1.332: `cleared_on_cancel`, `dropped_by_hook`, `cancelled_by_sender`). */
const takenBack = /^(cleared|dropped|cancel)/;

/**
 * Follows the queue of prompts through the `queue-operation` rows.
 * `enqueue` has the text. `dequeue`: it opens a turn of its own and comes as a user row. `remove`: it was given to the
 * model in the middle of the turn (unless its reason says otherwise); clients before 2.1.91 write it nowhere else, later
 * ones also as a `queued_command` attachment. `popAll` and `popOne`: the person took it back into the input line.
 */
export class PromptQueue {
  #waiting: Queued[] = [];
  /** Texts told at their `remove`, not yet seen in a row of their own. */
  #delivered: string[] = [];
  /** Texts told from an attachment, whose `remove` has not come yet. */
  #attached: string[] = [];

  /** Returns the text that this operation gave to the model in the middle of the turn, if it is news. */
  operation(name: string, entry: Queued, reason: string | undefined): Queued | undefined {
    if (name === 'enqueue') {
      this.#waiting.push(entry);
      if (this.#waiting.length > most) this.#waiting.shift();
      return undefined;
    }
    const found = this.#take(entry.text, name === 'popAll' || name === 'popOne');
    if (name === 'popAll' && found === undefined) this.#waiting = [];
    // Told while it waited: the user row that follows is the same text again.
    if (name === 'dequeue' && found?.told) remember(this.#delivered, found.text);
    if (name !== 'remove' || found === undefined || takenBack.test(reason ?? '')) return undefined;
    if (takeFrom(this.#attached, found.text)) return undefined;
    remember(this.#delivered, found.text);
    return found.told ? undefined : { ...found, at: entry.at, time: entry.time };
  }

  #take(text: string, last: boolean): Queued | undefined {
    const same = (entry: Queued) => entry.text === text;
    let index =
      text === '' ? 0 : last ? this.#waiting.findLastIndex(same) : this.#waiting.findIndex(same);
    if (index < 0 && !last) index = 0;
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  /** A `queued_command` attachment with this text. False when the text was told before. */
  attachment(text: string): boolean {
    if (takeFrom(this.#delivered, text)) return false;
    const waiting = this.#waiting.find((entry) => entry.text === text);
    remember(this.#attached, text);
    return waiting === undefined || !waiting.told;
  }

  /** A person's text in a user row. False when the text was told before. */
  row(text: string): boolean {
    const known = takeFrom(this.#delivered, text);
    // Only the first row after a delivery can be its copy; later ones are typed again.
    this.#delivered = [];
    if (known) return false;
    const index = this.#waiting.findIndex((entry) => entry.text === text);
    if (index < 0) return true;
    const [waiting] = this.#waiting.splice(index, 1);
    return !waiting!.told;
  }

  /** What still waits at the end of a reading and was not told yet; told from now on. */
  rest(): Queued[] {
    const news = this.#waiting.filter((entry) => !entry.told && entry.text !== '');
    for (const entry of news) entry.told = true;
    return news;
  }

  memory(): QueueMemory {
    return { waiting: this.#waiting, delivered: this.#delivered, attached: this.#attached };
  }

  restore(memory: QueueMemory): void {
    this.#waiting = memory.waiting.map((entry) => ({ ...entry }));
    this.#delivered = [...memory.delivered];
    this.#attached = [...memory.attached];
  }
}

function remember(texts: string[], text: string): void {
  texts.push(text);
  if (texts.length > most) texts.shift();
}

function takeFrom(texts: string[], text: string): boolean {
  const index = texts.indexOf(text);
  if (index < 0) return false;
  texts.splice(index, 1);
  return true;
}
