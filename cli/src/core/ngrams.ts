/** Rules out most of the parts that a text does not contain. Searching a long text for each of thousands takes longer. */

/** In characters. Each moves the number by five bits, and after four the number of 20 bits has forgotten the first. */
const gramLength = 4;
const bitsPerCharacter = 5;
const gramCount = 2 ** (gramLength * bitsPerCharacter);

/** @returns the number of the four characters that end at this place, from the number at the place before */
const toNextGram = (gram: number, text: string, index: number) =>
  ((gram << bitsPerCharacter) ^ text.charCodeAt(index)) & (gramCount - 1);

/** The groups of four characters that a text contains. Two groups may share a number, so some parts are not ruled out. */
export class NgramFilter {
  readonly #isContained = new Uint8Array(gramCount);

  /** Replaces the text that is searched. */
  setText(text: string): void {
    this.#isContained.fill(0);
    for (let index = 0, gram = 0; index < text.length; index += 1) {
      gram = toNextGram(gram, text, index);
      this.#isContained[gram] = 1;
    }
  }

  /** @returns false if the text certainly does not contain this part; parts of less than four characters may be in any */
  mayContain(part: string): boolean {
    for (let index = 0, gram = 0; index < part.length; index += 1) {
      gram = toNextGram(gram, part, index);
      if (index >= gramLength - 1 && !this.#isContained[gram]) return false;
    }
    return true;
  }
}
