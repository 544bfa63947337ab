/**
 * The shape of `content.json`. Loaded by the build, and in the browser only where the file differs from the one that
 * the page was built with: the validation library weighs more than most pages.
 */

import { z } from 'zod';
import { parseUrl } from './addresses.ts';

const requiredText = (requirement: string) =>
  z
    .string({ invalid_type_error: requirement, required_error: `is missing: it ${requirement}` })
    .trim()
    .min(1, requirement);
const text = requiredText('must be a text');
const listOf = <S extends z.ZodTypeAny>(itemSchema: S, requirement: string) =>
  z
    .array(itemSchema, {
      invalid_type_error: requirement,
      required_error: `is missing: it ${requirement}`,
    })
    .min(1, requirement)
    .superRefine(refuseDuplicates);
const texts = listOf(text, 'must be a list of texts');
const day = requiredText('must be a day, e.g. 2027-02-01').refine(
  isDay,
  'must be a day, e.g. 2027-02-01',
);
const address = requiredText('must be an https address').refine(
  (value) => parseUrl(value)?.protocol === 'https:',
  'must be an https address',
);
const mustBePicture = 'must be the path of a picture beside the site, e.g. /photos/library.jpg';
const picture = requiredText(mustBePicture).regex(
  // No `.` or `..` segments, no empty segment, and no sign that a browser would cut off or a server would decode.
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
  // The build adds these.
  width: z.number().optional(),
  height: z.number().optional(),
  avif: z.string().optional(),
  webp: z.string().optional(),
});

const mustCount = 'must be a whole number above 0';
const count = z.number({ invalid_type_error: mustCount }).int(mustCount).positive(mustCount);

const question = group({ question: text, answer: text });

/** The fields that can differ between languages. */
const localizedSchema = group({
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
  /** Details of a program, by its name. */
  programs: z.record(
    group({
      /** The careers it leads to, shown on its card. */
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
  /** The holder of the bank accounts that the fee is paid into. */
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

const translationSchema = localizedSchema.optional();

export const contentSchema = localizedSchema.extend({
  $schema: z.string().optional(),
  /** True if the facts are made up: every page says so, and the build accepts missing photographs. */
  example: z.literal(true, { message: 'must be true' }).optional(),
  /** The poster of the film whose address is `videoUrl` in `config.json`. */
  videoPoster: photo.optional(),
  photos: group({ home: photo.optional(), about: photo.optional() }).optional(),
  /** Fields that replace those above when the site is read in that language. */
  languages: group({ am: translationSchema }).optional(),
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

function refuseDuplicates(items: unknown[], context: z.RefinementCtx): void {
  const seenTexts = new Set<string>();
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(item);
    if (seenTexts.has(text)) {
      context.addIssue({ code: 'custom', path: [index], message: 'is there twice' });
    }
    seenTexts.add(text);
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
