/** Which of an operation's paths a backend offers. Nobody has the ids and tokens in them, and no request has a body that would do. */
import {
  type DialectSetting,
  dialectSettings,
  findOperation,
  type Reading,
} from '@one-planet/contract';
import { isSame, strangers } from './contrast.ts';
import { type Entries, withApplicant } from './entries.ts';
import type { Answer, Probe, Prober } from './prober.ts';

const nobody = 'unknownOfAdmissionsDetect';
/** Nothing is done there: another method is, or none any more, or somewhere else. */
const notOffered: readonly number[] = [301, 302, 303, 307, 308, 405, 410, 501];

/** Compares each path with some that cannot be there. */
export async function detectPaths(prober: Prober, entries: Entries): Promise<void> {
  for (const setting of dialectSettings.filter(({ name }) => name === 'path')) {
    const offered: Reading[] = [];
    for (const path of setting.readings)
      if (await isOffered(prober, setting, String(path))) offered.push(path);
    const [found] = offered;
    if (found !== undefined && offered.length === 1)
      entries.sure(setting, found, 'its answers differ from those of paths that do not exist');
    else entries.unknown(setting, whyUnknown(setting, offered.length));
  }
}

function whyUnknown({ readings }: DialectSetting, offered: number): string {
  if (offered > 1) return `the backend answers on all of its paths; ${withApplicant}`;
  const none =
    readings.length > 1
      ? 'none of its paths can be told from one that does not exist'
      : "the contract's path cannot be told from one that does not exist";
  return `${none}; ${withApplicant}`;
}

/** Ways to ask for an operation. A router that knows the path and not the method says so: 405. */
function waysOf(method: string): readonly Probe[] {
  if (method === 'GET') return [{ method }];
  return [
    { method },
    { method, rawBody: '{' },
    { method, rawBody: 'none', contentType: 'text/plain' },
  ];
}

async function isOffered(
  prober: Prober,
  { operation, readings }: DialectSetting,
  template: string,
): Promise<boolean> {
  const method = findOperation(operation)?.route.method ?? 'POST';
  const names = readings.map((path) => lastName(String(path)));
  const same = [...names, ...strangers(names), nobody];
  const path = withName(template, lastName(template));
  const beside = [...new Set(strangers([lastName(template)]))].map((name) =>
    withName(template, name),
  );
  /** @returns whether the path is answered as none of those beside it is, each time */
  const differs = async (probe: Probe, how: (answer: Answer, other: Answer) => boolean) => {
    for (const other of [...beside, ...beside])
      if (!how(await prober.ask(path, probe), await prober.ask(other, probe))) return false;
    return true;
  };
  for (const way of waysOf(method)) {
    const first = await prober.ask(path, way);
    if (notOffered.includes(first.status)) return false;
    // Where the same request gets other words each time, words tell nothing.
    const isSteady = isSame(first, await prober.ask(path, way));
    const isOther = (answer: Answer, other: Answer) =>
      isSteady ? !isSame(answer, other, same) : answer.status !== other.status;
    if (await differs(way, isOther)) return true;
  }
  const isMethod = ({ status }: Answer) => status === 405;
  if (await differs({ method: 'PATCH' }, (answer, other) => isMethod(answer) && !isMethod(other)))
    return true;
  const allows = ({ allow }: Answer) => allow.includes(method);
  return differs({ method: 'OPTIONS' }, (answer, other) => allows(answer) && !allows(other));
}

/** A path beside this one, which no backend offers. */
export function strangerPath(template: string): string {
  return withName(template, strangers([])[0]);
}

/** The last part of a path that is no parameter. */
function lastName(template: string): string {
  return template.split('/').findLast((part) => !part.startsWith(':')) ?? '';
}

function withName(template: string, name: string): string {
  const at = template.lastIndexOf(`/${lastName(template)}`);
  const rest = template.slice(at + 1 + lastName(template).length);
  return `${template.slice(0, at)}/${name}${rest}`.replace(/:\w+/g, nobody);
}
