/** Numbers the items of a row that can be looked for, in the order in which a reader tells them, from 0. */
export class RowCount {
  #offset = -1;
  #nth = 0;

  next(offset: number): number {
    this.#nth = offset === this.#offset ? this.#nth + 1 : 0;
    this.#offset = offset;
    return this.#nth;
  }
}
