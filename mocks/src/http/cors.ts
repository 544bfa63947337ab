/** The site runs on another origin than the backend: any origin may call, with a token. */
const open: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
};

/** Allows any origin to read an answer. */
export function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(open)) response.headers.set(name, value);
  return response;
}

/** The answer to OPTIONS, a preflight or not. @param methods what the path takes; empty for an unknown path */
export function preflight(methods: readonly string[]): Response {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return new Response(null, {
    status: methods.length > 0 ? 204 : 404,
    headers: {
      ...open,
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    },
  });
}
