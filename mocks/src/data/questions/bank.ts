/** One question of the bank: its right choice and two to four wrong ones. */
export interface BankQuestion {
  text: string;
  right: string;
  wrong: readonly string[];
}

/** Reads questions from plain text: a question, its right choice after `+`, wrong ones after `-`, an empty line. */
export function readQuestions(source: string): BankQuestion[] {
  return source
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [text = '', ...choices] = block.split('\n').map((line) => line.trim());
      const starting = (sign: string) =>
        choices.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
      return { text, right: starting('+')[0] ?? '', wrong: starting('-') };
    });
}
