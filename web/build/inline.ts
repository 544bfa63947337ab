/**
 * What every page carries in itself, so that nothing has to arrive before it can be painted: its styles and the script
 * that asks for the others. The site's policy names both by their hash.
 */
import { createHash } from 'node:crypto';
import { type BuildOptions, build } from 'vite';
import { flattenLayers, oldestEngines, scriptTarget } from './engines.ts';
import { root } from './folders.ts';

export interface Inlined {
  style: string;
  script: string;
}

/** Builds what every page carries. */
export async function buildInlined(): Promise<Inlined> {
  const style = await buildAlone({ rolldownOptions: { input: 'src/styles/index.css' } }, '.css');
  const script = await buildAlone(
    { lib: { entry: 'src/early.ts', formats: ['iife'], name: 'early' } },
    '.js',
  );
  return { style, script };
}

/** @returns the text of the one file that the build of a part makes */
async function buildAlone(options: BuildOptions, ending: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    css: { postcss: { plugins: [flattenLayers] } },
    build: {
      write: false,
      target: scriptTarget,
      cssTarget: oldestEngines,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      ...options,
    },
  });
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const file = files.find(({ fileName }) => fileName.endsWith(ending));
  if (!file) throw new Error(`vite made no ${ending} file of ${JSON.stringify(options)}`);
  return String(file.type === 'chunk' ? file.code : file.source).trim();
}

/** @returns the hashes by which a Content-Security-Policy allows what is inline, e.g. `sha256-…` */
export function hashesOf({ style, script }: Inlined): Record<'style' | 'script', string> {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return { style: hash(style), script: hash(script) };
}
