import type { Fault } from './fault.ts';

const everyNth = 3;

export const html502: Fault = {
  name: 'html-502',
  sentence: 'Every third call meets a proxy that answers 502 with an HTML page.',
  intercept: ({ number }) =>
    number % everyNth === 0
      ? new Response(
          '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n',
          { status: 502, headers: { 'content-type': 'text/html' } },
        )
      : undefined,
};
