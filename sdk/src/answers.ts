/** The types of answers, by the name of an operation. */
import type { OperationName, Operations, Refusal } from './generated/operations.ts';

/**
 * Stands for every 4xx status that an operation does not name. No answer has the status 0: as a type of its own it
 * keeps these statuses out of what an editor completes, so that a `switch` has the named ones and a `default`.
 */
export declare enum OtherStatus {
  any = 0,
}

interface Success<Status, Body> {
  ok: true;
  status: Status;
  body: Body;
  headers: Headers;
}

interface Refused<Status> {
  ok: false;
  status: Status;
  body: Refusal;
  headers: Headers;
}

/** What a call answers: a union that narrows on `status`, and on `ok`. */
export type Answer<Name extends OperationName> =
  | {
      [Status in keyof Operations[Name]['answers']]: Success<
        Status,
        Operations[Name]['answers'][Status]
      >;
    }[keyof Operations[Name]['answers']]
  | { [Status in Operations[Name]['refusals']]: Refused<Status> }[Operations[Name]['refusals']]
  | Refused<OtherStatus>;

/** The body that an operation takes: `BodyOf<'auth.login'>`. */
export type BodyOf<Name extends OperationName> = Operations[Name]['body'];

/** The path parameters that an operation takes: `ParamsOf<'programs.courses'>`. */
export type ParamsOf<Name extends OperationName> = Operations[Name]['params'];

/** The body of a success, of one status or of any: `AnswerOf<'auth.login', 200>`. */
export type AnswerOf<
  Name extends OperationName,
  Status extends keyof Operations[Name]['answers'] = keyof Operations[Name]['answers'],
> = Operations[Name]['answers'][Status];
