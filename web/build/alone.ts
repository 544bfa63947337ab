import { build, type InlineConfig } from 'vite';
import { flattenLayers, oldestEngines, quietly, scriptTarget } from './engines.ts';
import { root } from './folders.ts';

/**
 * Builds what is no part of the pages' scripts.
 * @returns the text of the one file with the ending that the build makes
 */
export async function buildAlone(config: InlineConfig, ending: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    css: { postcss: { plugins: [flattenLayers] } },
    ...config,
    build: {
      write: false,
      target: scriptTarget,
      cssTarget: oldestEngines,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      ...config.build,
      rolldownOptions: { ...quietly, ...config.build?.rolldownOptions },
    },
  });
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const file = files.find(({ fileName }) => fileName.endsWith(ending));
  if (!file) throw new Error(`vite made no ${ending} file of ${JSON.stringify(config)}`);
  return String(file.type === 'chunk' ? file.code : file.source).trim();
}
