/** How an operation is described: one value in `operations/`, from which everything else derives. */
import { type ContractNoBodyType, initContract } from '@ts-rest/core';
import { z } from 'zod';
import { errorBody } from './errors.ts';
import type { RuleName } from './generated/rules.ts';
import type { ApplicantState } from './lifecycle.ts';
import type { OperationDialect } from './wire.ts';

/** The ts-rest contract maker. */
export const c: ReturnType<typeof initContract> = initContract();

/** The body of a request that has none. */
export const noBody: ContractNoBodyType = c.noBody();

/** Why an operation refuses, with a message for the applicant. */
export interface Refusal {
  reason: string;
  message: string;
}

/** An example of a value in a request or a response, and what it shows. */
export interface Example {
  summary: string;
  value: unknown;
}

/** The values that a valid call needs in addition to the applicant, her password and her input. */
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

/** What an operation is, in addition to its route. */
export interface OperationMeta {
  /** What it is for, in a few words. */
  summary: string;
  /** What it does, in Markdown. */
  description: string;
  /** The rule that describes it. */
  rule: RuleName;
  /** `bearer` refuses a call without a valid token with 401; `optional` works with and without a token. */
  auth: 'none' | 'optional' | 'bearer';
  /**
   * For an operation that is allowed in every state: the state in which a call makes sense, if not in all of them.
   * `null`: before activation.
   */
  usualState?: ApplicantState | null;
  /** How clients read the body of a success; `nothing` means that any body is allowed. */
  readsBodyAs: 'json' | 'text' | 'bytes' | 'nothing';
  /** The refusals that the specification names, by status; a `bearer` operation also has 401 and 403. */
  refusals: Readonly<Record<number, Refusal>>;
  /** The statuses of `refusals`. */
  refusalStatuses: readonly number[];
  /** The preferred form of a refusal (specification/decisions §1). Default: JSON with `message`. */
  refusesIn?: 'text';
  /** The preferred success status; other declared 2xx statuses are tolerated. */
  successStatus: number;
  /** Whether a call may be repeated after a failure that does not show whether it took effect. */
  safeToRepeat: boolean;
  /** Whether a backend may lack the whole operation. */
  mayBeMissing?: boolean;
  /** The values that a valid call needs. */
  neededValues?: readonly Need[];
  /** Required request fields that may be missing, because no form asks for them or the backend knows them. */
  dispensableFields?: readonly string[];
  /**
   * Request fields that a backend may ignore whole, because the path or the token says the same, or because nothing
   * depends on them: nothing is expected of their values, and they may be missing.
   */
  ignorableFields?: readonly string[];
  /** Fields whose values are secret and must never be logged. */
  secretFields?: readonly string[];
  /** Fields that hold personal data. */
  personalFields?: readonly string[];
  /** Other ways in which backends read the specifications (specification/decisions §1). */
  otherReadings?: {
    /** In the dialect `alternate`. */
    alternate?: OperationDialect;
    /** In dialects without a name. */
    unnamedDialects?: OperationDialect;
    /** The specifications do not name the path, so a backend may use any. */
    anyPath?: true;
  };
  /** For documents and tests: path parameters, request bodies, and bodies of the preferred success. */
  examples?: {
    parameters?: Readonly<Record<string, string | number>>;
    requests?: Readonly<Record<string, Example>>;
    answers?: Readonly<Record<string, Example>>;
  };
}

type Statuses = Readonly<Record<number, z.ZodTypeAny>>;

/**
 * The whole definition of an operation: its route, its responses by status (the lowest is the preferred success), and
 * its metadata.
 */
interface Spec extends Omit<OperationMeta, 'successStatus' | 'refusalStatuses'> {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  pathParams?: z.AnyZodObject;
  contentType?: 'multipart/form-data';
  body?: z.ZodTypeAny | ContractNoBodyType;
  successResponses: Statuses;
}

type RefusedBy<S extends Spec> =
  | Extract<keyof S['refusals'], number>
  | (S['auth'] extends 'bearer' ? 401 | 403 : S['auth'] extends 'optional' ? 401 : never);

type RouteOf<S extends Spec> = Pick<S, Extract<keyof S, (typeof routeKeys)[number]>> & {
  responses: S['successResponses'] & Record<RefusedBy<S>, typeof errorBody>;
  metadata: Omit<OperationMeta, 'auth'> & { auth: S['auth'] };
};

const routeKeys = ['method', 'path', 'pathParams', 'contentType', 'body', 'summary'] as const;

/** Makes the ts-rest route of an operation, with the rest of its definition as metadata. */
export function defineOperation<const S extends Spec>(spec: S): RouteOf<S> {
  const { successResponses, refusals, auth } = spec as Spec;
  const authRefusalStatuses = { none: [], optional: [401], bearer: [401, 403] }[auth];
  const refusalStatuses = Object.keys(refusals).map(Number);
  const allRefusalStatuses = [...new Set([...authRefusalStatuses, ...refusalStatuses])];
  const isRouteKey = (key: string) => (routeKeys as readonly string[]).includes(key);
  const specEntries = Object.entries(spec);
  return {
    ...Object.fromEntries(specEntries.filter(([key]) => isRouteKey(key))),
    responses: {
      ...successResponses,
      ...Object.fromEntries(allRefusalStatuses.map((status) => [status, errorBody])),
    },
    metadata: {
      ...Object.fromEntries(specEntries.filter(([key]) => !isRouteKey(key) || key === 'summary')),
      refusalStatuses,
      successStatus: Math.min(...Object.keys(successResponses).map(Number)),
    },
  } as unknown as RouteOf<S>;
}

/** Success statuses whose body is not read: any of them will do. */
export const anySuccessResponses = {
  200: z.unknown(),
  201: z.unknown(),
  202: z.unknown(),
  204: z.unknown(),
} as const;
/** The statuses that mean success for any operation of the contract. */
export type SuccessStatus = keyof typeof anySuccessResponses;

/** Puts the meaning of a field in front of the description of its rule. */
export function describeField<S extends z.ZodTypeAny>(meaning: string, schema: S): S {
  return schema.describe([meaning, schema.description].filter(Boolean).join(' '));
}

/** Schemas with a name in the OpenAPI document; client generators make named types of them. */
export const schemaNames = new Map<z.ZodTypeAny, string>();

/** Gives a schema a name and a description of its values. */
export function nameSchema<S extends z.ZodTypeAny>(name: string, meaning: string, schema: S): S {
  const schemaWithMeaning = describeField(meaning, schema);
  schemaNames.set(schemaWithMeaning, name);
  return schemaWithMeaning;
}

/** The page and the heading in docs/rules, e.g. `accounts#one-account-an-address`. */
export type { RuleName } from './generated/rules.ts';

/**
 * @returns the file and anchor of a rule, from the root of the repository:
 * `docs/rules/accounts.md#one-account-an-address`
 */
export function rulePlace(rule: RuleName): string {
  return `docs/rules/${rule.replace('#', '.md#')}`;
}
