/**
 * The shape of `content.json`. Loaded by the build, and in the browser only where the file differs from the one that
 * the page was built with: the validation library weighs more than most pages.
 */

import { z } from 'zod';
import { parseUrl } from './site-path.ts';

const requiredTextSchema = (requirement: string) =>
  z
    .string({ invalid_type_error: requirement, required_error: `is missing: it ${requirement}` })
    .trim()
    .min(1, requirement);
const textSchema = requiredTextSchema('must be a text');
const listSchemaOf = <S extends z.ZodTypeAny>(itemSchema: S, requirement: string) =>
  z
    .array(itemSchema, {
      invalid_type_error: requirement,
      required_error: `is missing: it ${requirement}`,
    })
    .min(1, requirement)
    .superRefine(refuseDuplicates);
const textListSchema = listSchemaOf(textSchema, 'must be a list of texts');
const daySchema = requiredTextSchema('must be a day, e.g. 2027-02-01').refine(
  isDay,
  'must be a day, e.g. 2027-02-01',
);
const httpsAddressSchema = requiredTextSchema('must be an https address').refine(
  (value) => parseUrl(value)?.protocol === 'https:',
  'must be an https address',
);
const picturePathRequirement =
  'must be the path of a picture beside the site, e.g. /photos/library.jpg';
const picturePathSchema = requiredTextSchema(picturePathRequirement).regex(
  // No `.` or `..` segments, no empty segment, and no sign that a browser would cut off or a server would decode.
  /^(\/(?!\.)[^/\\?#%]+)+\.(jpe?g|png|webp|avif|gif|svg)$/i,
  picturePathRequirement,
);
const objectSchema = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape, {
      invalid_type_error: 'must be an object',
      required_error: 'is missing: it must be an object',
    })
    .strict();

const feedbackRequirement = 'must be an https address or an email address';

const photoSchema = objectSchema({
  src: picturePathSchema,
  /** The alternative text. */
  alt: textSchema,
  // The build adds these.
  width: z.number().optional(),
  height: z.number().optional(),
  avif: z.string().optional(),
  webp: z.string().optional(),
});

const countRequirement = 'must be a whole number above 0';
const countSchema = z
  .number({ invalid_type_error: countRequirement })
  .int(countRequirement)
  .positive(countRequirement);

const questionCountRequirement = 'must be a whole number above 0, or a text like "10 to 12"';

const questionSchema = objectSchema({ question: textSchema, answer: textSchema });

/** The fields that can differ between languages. */
const localizedSchema = objectSchema({
  accreditation: objectSchema({
    by: textSchema,
    /** The number of the licence, as the accreditor writes it. */
    licence: textSchema.optional(),
    since: textSchema.optional(),
    link: httpsAddressSchema.optional(),
  }),
  cost: objectSchema({ total: textSchema, covers: textListSchema.optional() }),
  /** What an application costs, e.g. `ETB 500`. */
  applicationFee: textSchema,
  length: textSchema,
  intake: objectSchema({ starts: daySchema, applyBy: daySchema.optional() }).refine(
    ({ starts, applyBy = '' }) => applyBy <= starts,
    { path: ['applyBy'], message: 'must not be after starts' },
  ),
  scholarships: listSchemaOf(
    objectSchema({ name: textSchema, amount: textSchema, for: textSchema.optional() }),
    'must be a list of scholarships',
  ),
  partners: textListSchema,
  openingHours: textListSchema,
  telegram: httpsAddressSchema,
  questions: listSchemaOf(questionSchema, 'must be a list of questions'),
  voices: listSchemaOf(
    objectSchema({
      name: textSchema,
      program: textSchema,
      text: textSchema,
      photo: photoSchema.optional(),
    }),
    'must be a list of voices',
  ),
  /** Who leads the college. */
  principal: objectSchema({ name: textSchema, role: textSchema, photo: photoSchema.optional() }),
  teachers: listSchemaOf(
    objectSchema({
      name: textSchema,
      subject: textSchema,
      text: textSchema.optional(),
      photo: photoSchema.optional(),
    }),
    'must be a list of teachers',
  ),
  /** Details of a program, by its name. */
  programs: z.record(
    objectSchema({
      /** The careers it leads to, shown on its card. */
      leadsTo: textSchema.optional(),
      learn: textListSchema.optional(),
      requirements: textListSchema.optional(),
      cost: textSchema.optional(),
      questions: listSchemaOf(questionSchema, 'must be a list of questions').optional(),
    }),
    { invalid_type_error: 'must be an object with the names of programs' },
  ),
  shortCourses: listSchemaOf(
    objectSchema({ name: textSchema, text: textSchema.optional(), starts: daySchema.optional() }),
    'must be a list of courses',
  ),
  /** The holder of the bank accounts that the fee is paid into. */
  accountHolder: textSchema,
  /**
   * The test: how many questions in how many minutes, what may be used, and how often it may be repeated. The number of
   * questions is a text if it differs from test to test.
   */
  exam: objectSchema({
    questions: z
      .union([countSchema, textSchema], {
        errorMap: () => ({ message: questionCountRequirement }),
      })
      .optional(),
    minutes: countSchema.optional(),
    allowed: textListSchema.optional(),
    repeats: textSchema.optional(),
  }),
  /** How long the college takes for a step of its own. */
  takes: objectSchema({ verification: textSchema.optional(), decision: textSchema.optional() }),
  /** Where applicants say what was hard: an https address, or an email address. */
  feedback: requiredTextSchema(feedbackRequirement).refine(
    (value) => /^[^\s@:]+@[^\s@]+\.[^\s@]+$/.test(value) || parseUrl(value)?.protocol === 'https:',
    feedbackRequirement,
  ),
  /** The day on which the college confirmed the text of a page. */
  confirmed: objectSchema({ terms: daySchema.optional(), privacy: daySchema.optional() }),
}).partial();

const translationSchema = localizedSchema.optional();

export const contentSchema = localizedSchema.extend({
  $schema: z.string().optional(),
  /** True if the facts are made up: every page says so, and the build accepts missing photographs. */
  example: z.literal(true, { message: 'must be true' }).optional(),
  /** The poster of the film whose address is `videoUrl` in `config.json`. */
  videoPoster: photoSchema.optional(),
  photos: objectSchema({ home: photoSchema.optional(), about: photoSchema.optional() }).optional(),
  /** Fields that replace those above when the site is read in that language. */
  languages: objectSchema({ am: translationSchema }).optional(),
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
export function parseContent(contentJson: unknown): Content {
  const { success, data, error } = contentSchema.safeParse(contentJson);
  if (success) return data;
  throw new ContentError(error.issues.flatMap(problemsOf));
}

function problemsOf(issue: z.ZodIssue): string[] {
  const dottedPath = issue.path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('');
  const fieldPath = dottedPath.replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${fieldPath ? `${fieldPath}.` : ''}${key} is not a field of content.json`,
    );
  }
  return [`${fieldPath || 'content.json'} ${issue.message}`];
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
