/** What a backend answered while a page was opened and while something was pressed there. */
import type { Operation, OperationName } from '@one-planet/contract';
import { findRoute, type RouteName } from '../../../web/src/routes.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import { operationOf } from './operation-of.ts';

/** The page is opened, and then perhaps something is pressed on it. */
export type Phase = 'opened' | 'pressed';

export interface Answer {
  status: number;
  type: string;
  text: string;
}

export interface Heard {
  operation: Operation;
  /** The page that asked. */
  page: RouteName;
  phase: Phase;
  answer: Answer;
}

/** An answer in the place of the backend's own, to every request of an operation in a phase. */
export interface Odd {
  operation: OperationName;
  phase: Phase;
  answer: Answer;
}

/** A page that is recorded, or played again. */
export interface Tape {
  network: Network;
  /** What was asked so far, in order. */
  asked: OperationName[];
  /** The operation whose answer is odd: nothing need follow it. */
  odd?: OperationName;
  /** The second phase begins. */
  turn: () => void;
}

/** Changes to what the backend answers, before anything is odd. */
export type Given = Partial<Record<OperationName, (body: unknown) => unknown>>;

/** Lets a network note what its backend answers. @returns the notes beside */
export function record(network: Network, given: Given = {}): Tape & { heard: Heard[] } {
  const heard: Heard[] = [];
  const asked: OperationName[] = [];
  let phase: Phase = 'opened';
  network.answerWith('/', async (request, ask) => {
    const operation = operationOf(request);
    asked.push(operation.name);
    const during = phase;
    const page = findRoute(location.pathname).name;
    const response = await ask();
    const change = given[operation.name];
    if (operation.meta.reads === 'bytes') {
      heard.push({
        operation,
        page,
        phase: during,
        answer: { status: response.status, type: '', text: '' },
      });
      return response;
    }
    const own = await response.text();
    const text = change ? JSON.stringify(change(JSON.parse(own))) : own;
    const type = response.headers.get('content-type') ?? '';
    const answer = { status: response.status, type, text };
    heard.push({ operation, page, phase: during, answer });
    return responseOf(answer);
  });
  return {
    network,
    heard,
    asked,
    turn: () => {
      phase = 'pressed';
    },
  };
}

/**
 * Lets a network answer as the backend did, but for one odd answer. What nobody asked while it was recorded is
 * answered by the backend itself.
 */
export function replay(network: Network, heard: readonly Heard[], odd: Odd): Tape {
  const asked: OperationName[] = [];
  let phase: Phase = 'opened';
  let wasOdd = false;
  const times = new Map<OperationName, number>();
  network.answerWith('/', async (request, ask) => {
    const { name, route } = operationOf(request);
    asked.push(name);
    if (name === odd.operation && phase === odd.phase) {
      wasOdd = true;
      return responseOf(odd.answer);
    }
    const all = heard.filter(({ operation }) => operation.name === name);
    // What was refused has changed nothing: the answers stay those from before.
    const isRefused = wasOdd && odd.answer.status >= 400 && route.method === 'GET';
    const before = all.filter((one) => one.phase === 'opened');
    const usual = isRefused && before.length > 0 ? before : all;
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const known = usual[Math.min(time, usual.length - 1)];
    if (!known || known.operation.meta.reads === 'bytes') return await ask();
    return responseOf(known.answer);
  });
  return {
    network,
    asked,
    odd: odd.operation,
    turn: () => {
      phase = 'pressed';
    },
  };
}

function responseOf({ status, type, text }: Answer): Response {
  const bodyless = status === 204;
  return new Response(bodyless ? null : text, {
    status,
    headers: type ? { 'content-type': type } : {},
  });
}
