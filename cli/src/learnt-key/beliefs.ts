/** What earlier results tell about single answers: probabilities, made better by each result. */
import { type ExamResult, isPass } from '@one-planet/contract';

/** How likely each choice of a question is the right one; together 1. */
export type Choices = Record<string, number>;

/** The share of right answers that is taken to pass; backends do not tell theirs. */
const assumedPassMark = 0.6;

/** How likely an answer can't be ruled out whatever results say: they may have been about another exam. */
const least = 1e-4;

/** Which numbers of right answers fit a result. */
export type Evidence = (right: number) => boolean;

/** Reads a result: the number of right answers where it tells one (8/10, 80 %), else whether it is a pass. */
export function evidenceOf(result: ExamResult, questions: number): Evidence {
  const told = [result.result, result.resultDesc].map((one) => rightOf(one, questions));
  const exact = told.find((right) => right !== undefined);
  if (exact !== undefined) return (right) => right === exact;
  const passed = isPass(result);
  return (right) => right >= questions * assumedPassMark === passed;
}

function rightOf(told: unknown, questions: number): number | undefined {
  const text = String(told ?? '').trim();
  const [, right, of] = /^(\d+)\s*\/\s*(\d+)$/.exec(text) ?? [];
  if (right !== undefined && Number(of) === questions) return Number(right);
  const [, percent] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  return percent === undefined ? undefined : Math.round((Number(percent) / 100) * questions);
}

/**
 * How likely each given answer is right once the result is known, by Bayes' rule; the questions count as
 * independent of each other.
 * @param likely how likely each was before
 */
export function afterResult(likely: readonly number[], fits: Evidence): number[] {
  return likely.map((before, at) => {
    const others = countsOf(likely.filter((_, other) => other !== at));
    const sum = (own: number) =>
      others.reduce((total, chance, right) => (fits(right + own) ? total + chance : total), 0);
    const ifRight = before * sum(1);
    const all = ifRight + (1 - before) * sum(0);
    return all === 0 ? before : Math.min(1 - least, Math.max(least, ifRight / all));
  });
}

/** The distribution of how many are right: at each index how likely that number is. */
function countsOf(likely: readonly number[]): number[] {
  let counts = [1];
  for (const chance of likely) {
    const at = (right: number) => counts[right] ?? 0;
    counts = Array.from(
      { length: counts.length + 1 },
      (_, right) => at(right) * (1 - chance) + at(right - 1) * chance,
    );
  }
  return counts;
}

/** Gives one choice its new likelihood; the others share the rest as they did before. */
export function withLikelihood(choices: Choices, choice: string, likelihood: number): Choices {
  const rest = 1 - (choices[choice] ?? 0);
  const names = Object.keys(choices);
  return Object.fromEntries(
    names.map((name) => {
      if (name === choice) return [name, likelihood];
      const share = rest > 0 ? (choices[name] ?? 0) / rest : 1 / Math.max(1, names.length - 1);
      return [name, share * (1 - likelihood)];
    }),
  );
}

/**
 * Chooses by chance, likelier ones more often. Always the likeliest would hand in the same few sheets again and again
 * where every exam has the same questions, and learn nothing from them.
 */
export function choose(choices: Choices): string {
  const weights = Object.entries(choices).map(([name, chance]) => [name, chance ** 2] as const);
  let left = Math.random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of weights) {
    left -= weight;
    if (left <= 0) return name;
  }
  return weights.at(-1)?.[0] ?? '';
}
