/** What our documents promise of an operation beside its bodies, in `x-` keys. */
import { type Change, change } from './change.ts';
import { type Json, listOf } from './json.ts';

/** @returns changes in the states an operation works in, whether it may be repeated, whether it has to be there */
export function comparePromises(old: Json, fresh: Json): Change[] {
  return [
    ...compareStates(old['x-states'], fresh['x-states']),
    ...flag(old, fresh, 'x-safe-to-repeat', {
      on: change('', 'is safe to repeat now', ['backends'], 'they may do it twice'),
      off: change('', 'is no longer safe to repeat', ['clients'], 'they may send it twice'),
    }),
    ...flag(old, fresh, 'x-may-be-missing', {
      on: change('', 'may be missing now', ['clients'], 'they may call what is not there'),
      off: change('', 'may no longer be missing', ['backends'], 'they may not have it'),
    }),
  ];
}

function flag(
  old: Json,
  fresh: Json,
  key: string,
  { on, off }: { on: Change; off: Change },
): Change[] {
  const [was, is] = [old[key] === true, fresh[key] === true];
  return was === is ? [] : [is ? on : off];
}

/** Without a list it works in every state. */
function compareStates(old: unknown, fresh: unknown): Change[] {
  const [before, after] = [old, fresh].map((states) => listOf(states).map(String));
  const isEvery = [old, fresh].map((states) => !Array.isArray(states));
  const gone = isEvery[1] ? [] : (before ?? []).filter((state) => !after?.includes(state));
  const come = isEvery[0] ? [] : (after ?? []).filter((state) => !before?.includes(state));
  return [
    ...(isEvery[0] && !isEvery[1]
      ? [change('', `is allowed in ${after?.join(', ')} only`, ['clients'], refused)]
      : []),
    ...(isEvery[1] && !isEvery[0]
      ? [change('', 'is allowed in every state', ['backends'], refuse)]
      : []),
    ...(gone.length > 0 && !isEvery[0]
      ? [change('', `is no longer allowed in ${gone.join(', ')}`, ['clients'], refused)]
      : []),
    ...(come.length > 0 && !isEvery[1]
      ? [change('', `is allowed in ${come.join(', ')}, too`, ['backends'], refuse)]
      : []),
  ];
}

const refused = 'they may call it there, and are refused now';
const refuse = 'they refuse it there';
