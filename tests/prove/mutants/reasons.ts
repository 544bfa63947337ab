/** Why a mutant may survive, reviewed by a person. A survivor without a reason counts against the checks. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.array(
  z
    .object({
      /** E.g. `only the wording of a refusal`. */
      category: z.string().min(1),
      why: z.string().min(1),
      mutants: z.array(
        z.object({ file: z.string(), original: z.string(), replacement: z.string() }).strict(),
      ),
    })
    .strict(),
);

interface Changed {
  file: string;
  original: string;
  replacement: string;
}

const groups = schema.parse(
  JSON.parse(readFileSync(new URL('reasons.json', import.meta.url), 'utf8')),
);
const categories = new Map(
  groups.flatMap(({ category, mutants }) => mutants.map((one) => [keyOf(one), category] as const)),
);

/** The categories, with what each means. */
export const reasons: readonly { category: string; why: string }[] = groups;

/** Found by what it changes: a line that moves keeps its reason. */
export function reasonFor(mutant: Changed): string | undefined {
  return categories.get(keyOf(mutant));
}

function keyOf({ file, original, replacement }: Changed): string {
  return JSON.stringify([file, original, replacement]);
}

/** All mutants that have a reason. */
export const reasonedMutants: readonly Changed[] = groups.flatMap(({ mutants }) => mutants);
