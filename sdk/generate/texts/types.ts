/** What the document says of each operation in words. The compiler asks for every operation, parameter and refusal. */
import type { OperationName, RouteOf } from '@one-planet/contract';
import type { ZodTypeAny, z } from 'zod';

type Metadata<N extends OperationName> = RouteOf<N> extends { metadata: infer M } ? M : never;
type ParameterOf<N extends OperationName> =
  RouteOf<N> extends { pathParams: infer P extends ZodTypeAny } ? keyof z.input<P> & string : never;
/** The refusals that the specification names for the operation itself. */
type RefusalOf<N extends OperationName> =
  Metadata<N> extends { refuses: readonly (infer S extends number)[] } ? S : never;
type BodyOf<N extends OperationName> =
  RouteOf<N> extends { body: infer B extends ZodTypeAny } ? z.input<B> : never;

/** Why an operation refuses, and a message as a person would read it. */
export interface RefusalText {
  why: string;
  message: string;
}

/** A value as it is sent or answered, and what it shows. */
export interface Example<V = unknown> {
  summary: string;
  value: V;
}

export type OperationText<N extends OperationName = OperationName> = {
  /** What to do with it, in a few words. */
  title: string;
  /** What it does and what follows; Markdown. */
  description: string;
  refusals: Record<RefusalOf<N>, RefusalText>;
  /** Bodies to send, by a short name; none where nothing is sent, and for files. */
  requests?: Record<string, Example<BodyOf<N>>>;
  /** Bodies of the preferred success, by a short name; none where nobody reads one, and for files. */
  answers?: Record<string, Example>;
} & ([ParameterOf<N>] extends [never]
  ? { parameters?: undefined }
  : { parameters: Record<ParameterOf<N>, { means: string; example: string | number }> });

/** The texts of one resource's operations. */
export type ResourceTexts<R extends string> = {
  readonly [N in Extract<OperationName, `${R}.${string}`>]: OperationText<N>;
};
