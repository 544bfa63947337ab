/**
 * React Query's options for every operation, with their keys. Nothing here needs React, so that a server can read ahead
 * what a page will show.
 */
import type {
  DataTag,
  QueryFunctionContext,
  QueryKey,
  UseMutationOptions,
} from '@tanstack/react-query';
import type { Answer, AnswerOf, ParamsOf } from './answers.ts';
import { type CallInput, readRouteFacts } from './call.ts';
import { type AdmissionsError, OffContractError, type RefusedError, UsageError } from './errors.ts';
import type { Client } from './generated/client.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import type { CallOptions } from './options.ts';
import { mapOperations, readQueryArguments } from './query-arguments.ts';
import { unwrap } from './unwrap.ts';

/** Options of the call behind a query. React Query ends it when nobody waits for it any more. */
export interface QueryCallOptions extends Omit<CallOptions, 'signal'> {
  /**
   * Inspects the body of a success when `validate` is off; a body for which it returns false becomes an
   * OffContractError and is not cached.
   */
  isUsable?: ((body: unknown) => boolean) | undefined;
}

/** What a query or a mutation of an operation fails with. */
export type QueryError<Name extends OperationName> = RefusedError<Name> | AdmissionsError;

/** What every query of this package has as its `meta`. */
export interface QueryFacts extends Record<string, unknown> {
  operation: OperationName;
  /** True if only the person who is logged in may see what it reads. */
  isPersonal: boolean;
}

/** Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like. */
export interface OperationQuery<Name extends OperationName> {
  queryKey: DataTag<QueryKey, AnswerOf<Name>, QueryError<Name>>;
  queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<AnswerOf<Name>>;
  retry: (failureCount: number, error: QueryError<Name>) => boolean;
  meta: QueryFacts;
}

/** Options for `useMutation`; its variables are the argument of the client's function. */
export type OperationMutation<Name extends OperationName> = Pick<
  UseMutationOptions<AnswerOf<Name>, QueryError<Name>, InputOf<Name>>,
  'mutationKey' | 'meta'
> & {
  mutationFn: (input: InputOf<Name>) => Promise<AnswerOf<Name>>;
};

/** The argument of the client's function; `void` where it may be left out. */
export type InputOf<Name extends OperationName> = Operations[Name]['input'];

/** For `invalidateQueries`, `removeQueries` and other filters: every query of the operation. */
interface KeyPrefix {
  queryKey: readonly [resource: string, operation: string];
}

/** The arguments of a query: its path parameters, if the operation has any, and then the options. */
export type QueryArguments<Name extends OperationName, Options> =
  ParamsOf<Name> extends undefined
    ? [options?: Options]
    : [params: ParamsOf<Name>, options?: Options];

export type OperationOptions<Name extends OperationName> = Operations[Name]['method'] extends 'GET'
  ? ((...args: QueryArguments<Name, QueryCallOptions>) => OperationQuery<Name>) & KeyPrefix
  : (() => OperationMutation<Name>) & { mutationKey: KeyPrefix['queryKey'] };

type NameIn<Resource extends keyof Client, Key> = Extract<
  `${Resource}.${Key & string}`,
  OperationName
>;

/** React Query's options by operation: `queries.programs.courses({ programId })`. */
export type Queries = {
  readonly [Resource in keyof Client]: {
    readonly [Key in keyof Client[Resource]]: OperationOptions<NameIn<Resource, Key>>;
  };
};

export interface QueriesOptions {
  /**
   * Names the person who is logged in, e.g. by the address. It is part of the keys of what only she may see, so that
   * nobody is shown what was read for somebody else. Never the token: keys are stored, and sent to browsers.
   */
  owner?: () => string | undefined;
}

/**
 * Makes React Query's options for every operation. A query's data is the body of the answer; a refusal is thrown as a
 * RefusedError. React Query does not retry: the client does it already, where it is safe.
 *
 * @example
 * const queries = createQueries(createClient({ baseUrl }));
 * const { data } = useQuery(queries.programs.courses({ programId }));
 * await queryClient.invalidateQueries({ queryKey: queries.programs.courses.queryKey });
 */
export function createQueries(client: Client, { owner }: QueriesOptions = {}): Queries {
  return mapOperations((route) => {
    const { operation, isPersonal } = readRouteFacts(route);
    const keyPrefix = operation.split('.');
    const meta: QueryFacts = { operation, isPersonal };
    if (route.method !== 'GET') {
      const mutationFn = (input?: CallInput) => callOperation(client, operation, input ?? {});
      const makeMutation = () => ({ mutationKey: keyPrefix, mutationFn, meta });
      return Object.assign(makeMutation, { mutationKey: keyPrefix });
    }
    const makeQuery = (...args: unknown[]) => {
      const { params, options } = readQueryArguments<QueryCallOptions>(route, args);
      const { isUsable, ...callOptions } = options;
      const keyFields = { ...params, ...(isPersonal && owner && { owner: owner() ?? '' }) };
      return {
        queryKey: Object.keys(keyFields).length > 0 ? [...keyPrefix, keyFields] : keyPrefix,
        queryFn: ({ signal }: Pick<QueryFunctionContext, 'signal'>) =>
          callOperation(client, operation, { ...callOptions, params, signal }, isUsable),
        retry: () => false,
        meta,
      };
    };
    return Object.assign(makeQuery, { queryKey: keyPrefix });
  }) as unknown as Queries;
}

/**
 * For filters: `queryClient.removeQueries({ predicate: isPersonalQuery })` when somebody logs out.
 * @returns whether only the person who is logged in may see what the query reads
 */
export function isPersonalQuery({ meta }: { meta?: Record<string, unknown> | undefined }): boolean {
  return meta?.isPersonal === true;
}

/**
 * @returns the body of a success; null where it has none, because React Query keeps no `undefined`
 * @throws {RefusedError} for a refusal
 */
async function callOperation(
  client: Client,
  operation: OperationName,
  input: CallInput,
  isUsable?: (body: unknown) => boolean,
): Promise<unknown> {
  const [resource = '', key = ''] = operation.split('.');
  const functions = client as unknown as Record<
    string,
    Record<string, (input: CallInput) => Promise<Answer<OperationName>>>
  >;
  const call = functions[resource]?.[key]?.(input);
  if (!call) throw new UsageError('the client has no such operation', { operation });
  const body = await unwrap(call);
  if (!isUsable || isUsable(body)) return body ?? null;
  throw new OffContractError('schema', 'isUsable refused it', { operation, status: 200 });
}
