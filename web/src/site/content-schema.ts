/**
 * The shape of `content.json`. Loaded by the build, and in the browser only where the file differs from the one that
 * the page was built with: the validation library weighs more than most pages.
 */

import { z } from 'zod';
import { parseUrl } from './addresses.ts';

const filled = (must: string) =>
  z
    .string({ invalid_type_error: must, required_error: `is missing: it ${must}` })
    .trim()
    .min(1, must);
const text = filled('must be a text');
const listOf = <S extends z.ZodTypeAny>(of: S, must: string) =>
  z
    .array(of, { invalid_type_error: must, required_error: `is missing: it ${must}` })
    .min(1, must)
    .superRefine(noneTwice);
const texts = listOf(text, 'must be a list of texts');
const day = filled('must be a day, e.g. 2027-02-01').refine(
  isDay,
  'must be a day, e.g. 2027-02-01',
);
const address = filled('must be an https address').refine(
  (value) => parseUrl(value)?.protocol === 'https:',
  'must be an https address',
);
const mustBePicture = 'must be the path of a picture beside the site, e.g. /photos/library.jpg';
const picture = filled(mustBePicture).regex(
  // Without `..` and `.`, without a second slash, and nothing that a browser would cut off or a server would decode.
  /^(\/(?!\.)[^/\\?#%]+)+\.(jpe?g|png|webp|avif|gif|svg)$/i,
  mustBePicture,
);
const group = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape, {
      invalid_type_error: 'must be an object',
      required_error: 'is missing: it must be an object',
    })
    .strict();

const photo = group({
  src: picture,
  /** The alternative text. */
  alt: text,
  // The build writes these.
  width: z.number().optional(),
  height: z.number().optional(),
  avif: z.string().optional(),
  webp: z.string().optional(),
});

const mustCount = 'must be a whole number above 0';
const count = z.number({ invalid_type_error: mustCount }).int(mustCount).positive(mustCount);

const question = group({ question: text, answer: text });

/** What is said in words, in each language that the college says it in. */
const said = group({
  accreditation: group({ by: text, since: text.optional(), link: address.optional() }),
  cost: group({ total: text, covers: texts.optional() }),
  length: text,
  intake: group({ starts: day, applyBy: day.optional() }).refine(
    ({ starts, applyBy = '' }) => applyBy <= starts,
    { path: ['applyBy'], message: 'must not be after starts' },
  ),
  scholarships: listOf(
    group({ name: text, amount: text, for: text.optional() }),
    'must be a list of scholarships',
  ),
  partners: texts,
  openingHours: texts,
  telegram: address,
  questions: listOf(question, 'must be a list of questions'),
  voices: listOf(
    group({ name: text, program: text, text, photo: photo.optional() }),
    'must be a list of voices',
  ),
  teachers: listOf(
    group({ name: text, subject: text, text: text.optional(), photo: photo.optional() }),
    'must be a list of teachers',
  ),
  /** By the name of a program. */
  programs: z.record(
    group({
      /** What it leads to, on its card. */
      leadsTo: text.optional(),
      learn: texts.optional(),
      requirements: texts.optional(),
      cost: text.optional(),
      questions: listOf(question, 'must be a list of questions').optional(),
    }),
    { invalid_type_error: 'must be an object with the names of programs' },
  ),
  shortCourses: listOf(
    group({ name: text, text: text.optional(), starts: day.optional() }),
    'must be a list of courses',
  ),
  /** In whose name the bank accounts are that the fee is paid into. */
  accountHolder: text,
  /** The test: how many questions in how many minutes, what may be used, and how often it may be repeated. */
  exam: group({
    questions: count.optional(),
    minutes: count.optional(),
    allowed: texts.optional(),
    repeats: text.optional(),
  }),
  /** How long the college takes for a step of its own. */
  takes: group({ verification: text.optional(), decision: text.optional() }),
  /** The day on which the college confirmed the text of a page. */
  confirmed: group({ terms: day.optional(), privacy: day.optional() }),
}).partial();

const own = said.optional();

export const contentSchema = said.extend({
  $schema: z.string().optional(),
  /** The facts are made up: every page says so, and photographs need not be there. */
  example: z.literal(true, { message: 'must be true' }).optional(),
  /** Of the film whose address is `videoUrl` in `config.json`. */
  videoPoster: photo.optional(),
  photos: group({ home: photo.optional(), about: photo.optional() }).optional(),
  /** Fields that take the place of those above where the site is read in that language. */
  languages: group({ am: own }).optional(),
});

export type Content = z.output<typeof contentSchema>;

/** Mistakes in `content.json`; each problem begins with the name of a field. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Checks the parsed `content.json`.
 * @throws {ContentError} naming every field that is wrong or unknown
 */
export function parseContent(json: unknown): Content {
  const { success, data, error } = contentSchema.safeParse(json);
  if (success) return data;
  throw new ContentError(error.issues.flatMap(problemsOf));
}

function problemsOf(issue: z.ZodIssue): string[] {
  const name = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const field = name.replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${field ? `${field}.` : ''}${key} is not a field of content.json`,
    );
  }
  return [`${field || 'content.json'} ${issue.message}`];
}

function noneTwice(items: unknown[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(item);
    if (seen.has(text)) {
      context.addIssue({ code: 'custom', path: [index], message: 'is there twice' });
    }
    seen.add(text);
  }
}

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value.length === 10
  );
}

/** A photograph; the build adds its sizes. */
export type Photo = NonNullable<NonNullable<Content['photos']>['home']>;
