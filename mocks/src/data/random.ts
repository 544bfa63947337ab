const codeSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A seeded random number generator (sfc32): same seed and purpose, same sequence. Not for real secrets. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param purpose generators with different purposes do not affect each other */
  constructor(seed: number, purpose: string) {
    const hash = fnv1a(`${seed} ${purpose}`);
    this.#a = hash;
    this.#b = fnv1a(`${purpose} ${seed}`);
    this.#c = seed | 0;
    for (let warmUp = 0; warmUp < 12; warmUp += 1) this.#next();
  }

  /** @returns a whole number from 0 up to, but not including, `end` */
  below(end: number): number {
    return Math.floor((this.#next() / 2 ** 32) * end);
  }

  /** @returns one item of a non-empty list */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** @returns a new list in another order, or its first `count` */
  shuffle<T>(list: readonly T[], count = list.length): T[] {
    const shuffled = [...list];
    for (let at = 0; at < count; at += 1) {
      const other = at + this.below(shuffled.length - at);
      [shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T];
    }
    return shuffled.slice(0, count);
  }

  /** @returns 32 hexadecimal digits */
  token(): string {
    const words = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0'));
    return words.join('');
  }

  /** @returns capitals and digits that cannot be mistaken for each other */
  code(length: number): string {
    return Array.from({ length }, () => codeSigns[this.below(codeSigns.length)]).join('');
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}
