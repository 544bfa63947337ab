/** How an operation describes itself: one value in `operations/`, from which everything else derives. */
import { type ContractNoBodyType, initContract } from '@ts-rest/core';
import { z } from 'zod';
import { errorBody } from './errors.ts';
import type { RuleName } from './generated/rules.ts';
import type { ApplicantState } from './lifecycle.ts';
import type { OperationDialect } from './wire.ts';

/** The ts-rest contract maker. */
export const c: ReturnType<typeof initContract> = initContract();

/** Says that nothing is sent. */
export const noBody: ContractNoBodyType = c.noBody();

/** Why an operation refuses, and a message as an applicant reads it. */
export interface Refusal {
  reason: string;
  message: string;
}

/** A value as it is sent or answered, and what it shows. */
export interface Example {
  summary: string;
  value: unknown;
}

/** The values a valid call is made from, beyond the applicant herself, her password and what she typed. */
export type Need =
  | 'activationToken'
  | 'passwordToken'
  | 'profileId'
  | 'programId'
  | 'exam'
  | 'pendingPayment'
  | 'bankAccount'
  | 'receipt'
  | 'profilePicture'
  | 'educationDocument'
  | 'offer';

/** An operation beyond its route. */
export interface OperationMeta {
  /** Its purpose in a few words. */
  summary: string;
  /** Its effect, in Markdown. */
  description: string;
  /** The rule that describes it. */
  rule: RuleName;
  /** `bearer`: 401 without a valid token; `optional`: sent when there is one, works without. */
  auth: 'none' | 'optional' | 'bearer';
  /** Where an operation that no state binds makes sense, if that is not every state with a login. `null`: before activation. */
  usualState?: ApplicantState | null;
  /** How the body of a success is read: `nothing` means that nobody reads it, so any body will do. */
  reads: 'json' | 'text' | 'bytes' | 'nothing';
  /** The refusals the specification names, by status; every `bearer` operation has 401 and 403 besides. */
  refusals: Readonly<Record<number, Refusal>>;
  /** Their statuses. */
  refuses: readonly number[];
  /** The preferred form of a refusal (decisions, section 1). Default: JSON with `message`. */
  refusesIn?: 'text';
  /** The preferred success status; the other declared 2xx are tolerated. */
  success: number;
  /** Safe to send again after a failure that leaves open whether it took effect. */
  safeToRepeat: boolean;
  /** A backend may leave the whole operation out. */
  mayBeMissing?: boolean;
  /** The values that a valid call needs. */
  needs?: readonly Need[];
  /** Fields that are required on the wire, yet said by the path or the token, or not asked of a person: a backend may do without. */
  dispensable?: readonly string[];
  /** Fields whose values are secret: they never reach a log. */
  secret?: readonly string[];
  /** Fields that hold personal data. */
  personal?: readonly string[];
  /** How backends read the specifications otherwise (decisions, section 1). */
  readings?: {
    /** In the dialect `alternate`. */
    alternate?: OperationDialect;
    /** In neither of the named dialects. */
    further?: OperationDialect;
    /** The specifications do not show the path: a backend may have any. */
    anyPath?: true;
  };
  /** For documentation and tests: path parameters, bodies to send, and bodies of the preferred success. */
  examples?: {
    parameters?: Readonly<Record<string, string | number>>;
    requests?: Readonly<Record<string, Example>>;
    answers?: Readonly<Record<string, Example>>;
  };
}

type Statuses = Readonly<Record<number, z.ZodTypeAny>>;

/** All of an operation: its route, what it answers by status (the lowest is the preferred success), and the rest. */
interface Spec extends Omit<OperationMeta, 'success' | 'refuses'> {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  pathParams?: z.AnyZodObject;
  contentType?: 'multipart/form-data';
  body?: z.ZodTypeAny | ContractNoBodyType;
  answers: Statuses;
}

type RefusedBy<S extends Spec> =
  | Extract<keyof S['refusals'], number>
  | (S['auth'] extends 'bearer' ? 401 | 403 : S['auth'] extends 'optional' ? 401 : never);

type RouteOf<S extends Spec> = Pick<S, Extract<keyof S, (typeof routeKeys)[number]>> & {
  responses: S['answers'] & Record<RefusedBy<S>, typeof errorBody>;
  metadata: Omit<OperationMeta, 'auth'> & { auth: S['auth'] };
};

const routeKeys = ['method', 'path', 'pathParams', 'contentType', 'body', 'summary'] as const;

/** Makes the ts-rest route of an operation, with everything else as its metadata. */
export function operation<const S extends Spec>(spec: S): RouteOf<S> {
  const { answers, refusals, auth } = spec as Spec;
  const general = { none: [], optional: [401], bearer: [401, 403] }[auth];
  const refuses = Object.keys(refusals).map(Number);
  const refused = [...new Set([...general, ...refuses])];
  const isRoute = (key: string) => (routeKeys as readonly string[]).includes(key);
  const entries = Object.entries(spec);
  return {
    ...Object.fromEntries(entries.filter(([key]) => isRoute(key))),
    responses: { ...answers, ...Object.fromEntries(refused.map((status) => [status, errorBody])) },
    metadata: {
      ...Object.fromEntries(entries.filter(([key]) => !isRoute(key) || key === 'summary')),
      refuses,
      success: Math.min(...Object.keys(answers).map(Number)),
    },
  } as unknown as RouteOf<S>;
}

/** Successes whose body nobody reads: any of these will do. */
export const anySuccess = {
  200: z.unknown(),
  201: z.unknown(),
  202: z.unknown(),
  204: z.unknown(),
} as const;
/** The statuses that mean success somewhere in the contract. */
export type SuccessStatus = keyof typeof anySuccess;

/** Puts what a field means before the words of its rule. */
export function field<S extends z.ZodTypeAny>(meaning: string, schema: S): S {
  return schema.describe([meaning, schema.description].filter(Boolean).join(' '));
}

/** The schemas that have a name in the OpenAPI document, where generators of clients make types of them. */
export const schemaNames = new Map<z.ZodTypeAny, string>();

/** Names a schema, and says what its values stand for. */
export function named<S extends z.ZodTypeAny>(name: string, meaning: string, schema: S): S {
  const schemaWithMeaning = field(meaning, schema);
  schemaNames.set(schemaWithMeaning, name);
  return schemaWithMeaning;
}

/** The page and the heading of docs/rules, e.g. `accounts#one-account-an-address`. */
export type { RuleName } from './generated/rules.ts';

/** @returns where a rule can be read, from the root of the repository: `docs/rules/accounts.md#one-account-an-address` */
export function rulePlace(rule: RuleName): string {
  return `docs/rules/${rule.replace('#', '.md#')}`;
}
