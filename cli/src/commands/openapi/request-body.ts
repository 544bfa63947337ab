/** The body a client sends. */
import { type Change, change } from './change.ts';
import { compareContents } from './content.ts';
import type { Context } from './context.ts';
import { objectOf } from './json.ts';

export function compareRequestBodies(old: unknown, fresh: unknown, context: Context): Change[] {
  const { resolvers } = context;
  const [a, b] = [objectOf(resolvers.old(old)), objectOf(resolvers.new(fresh))];
  const [wasThere, isThere] = [old !== undefined, fresh !== undefined];
  const [wasRequired, isRequired] = [a.required === true, b.required === true];
  if (!wasThere && !isThere) return [];
  if (!wasThere) {
    return isRequired
      ? [change('request', 'needs a body now', ['clients'], 'they send none')]
      : [change('request', 'may have a body now')];
  }
  if (!isThere) {
    const why = 'what clients send is no longer read';
    return wasRequired
      ? [change('request', 'has no body any more', ['clients', 'backends'], `${why}; ${asked}`)]
      : [change('request', 'has no body any more', ['clients'], why)];
  }
  return [
    ...(!wasRequired && isRequired
      ? [change('request', 'needs a body now', ['clients'], 'they may send none')]
      : []),
    ...(wasRequired && !isRequired
      ? [change('request', 'may have no body now', ['backends'], 'they may ask for it')]
      : []),
    ...compareContents('request', 'request', [objectOf(a.content), objectOf(b.content)], context),
  ];
}

const asked = 'backends ask for it';
