/**
 * What every page carries in itself, so that nothing has to arrive before it can be painted: its styles and the script
 * that asks for the others. The site's policy names both by their hash.
 */
import { createHash } from 'node:crypto';
import { buildAlone } from './alone.ts';

export interface Inlined {
  style: string;
  script: string;
}

/** Builds what every page carries. */
export async function buildInlined(): Promise<Inlined> {
  const style = await buildAlone(
    { build: { rolldownOptions: { input: 'src/styles/index.css' } } },
    '.css',
  );
  const script = await buildAlone(
    { build: { lib: { entry: 'src/early.ts', formats: ['iife'], name: 'early' } } },
    '.js',
  );
  return { style, script };
}

/** @returns the hashes by which a Content-Security-Policy allows what is inline, e.g. `sha256-…` */
export function hashesOf({ style, script }: Inlined): Record<'style' | 'script', string> {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return { style: hash(style), script: hash(script) };
}
