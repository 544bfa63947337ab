/** Why a generated fault may be missed, reviewed by a person. One without a reason counts against the checks. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.array(
  z
    .object({
      /** E.g. `only the backend knows`. */
      category: z.string().min(1),
      why: z.string().min(1),
      /** Names; `*` stands for any part between two slashes, or of one. */
      faults: z.array(z.string()),
    })
    .strict(),
);

/** The categories, with what each means and the names it is for. */
export const reasons = schema.parse(
  JSON.parse(readFileSync(new URL('reasons.json', import.meta.url), 'utf8')),
);

export function reasonFor(name: string): string | undefined {
  return reasons.find(({ faults }) => faults.some((pattern) => fits(name, pattern)))?.category;
}

function fits(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.[\]()|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(name);
}
