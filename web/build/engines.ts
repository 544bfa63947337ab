/** The oldest browser engines that the site supports; docs/browsers.md says in which of them tests run. */
import type { Plugin } from 'postcss';

/** Turns off warnings about slow plugins, which only show that the machine is slow. */
export const optionsWithoutTimingChecks = { checks: { bundlerTimings: false } };

/** In Vite's notation, for the styles; `scriptTarget` is for scripts. */
export const oldestEngines = ['chrome88', 'firefox98', 'safari15.4'];

/**
 * The syntax that these engines support. If they were named one by one, private fields would be rewritten because of
 * rare faults that do not matter here, which costs 2 KB.
 */
export const scriptTarget = 'es2022';

/** The precedence of each layer, in the order of `src/styles/index.css`. Tokens need none: they are only on the root. */
const layerHeights: Readonly<Record<string, number>> = {
  tokens: 0,
  base: 0,
  components: 1,
  frame: 2,
  screens: 3,
};

/**
 * Replaces each `@layer` by its rules, because engines before 2022 ignore layers. To keep the precedence, every
 * selector gets one `:not(#_)`, which matches everything, for each layer below. Styles must not use ids as selectors
 * for that.
 */
export const flattenLayersPlugin: Plugin = {
  postcssPlugin: 'flatten-layers',
  OnceExit(sheet) {
    sheet.walkAtRules('layer', (layer) => {
      // A statement without rules only names the order of the layers.
      if (!layer.nodes) return void layer.remove();
      const height = layerHeights[layer.params];
      if (height === undefined) throw layer.error(`There is no layer "${layer.params}"`);
      layer.walkRules((rule) => {
        const { parent } = rule;
        if (parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(parent.name)) return;
        // A pseudo-element has to stay at the end.
        const raiseSelector = (selector: string) =>
          selector.replace(/(::[\w-]+)?$/, `${':not(#_)'.repeat(height)}$1`);
        rule.selectors = rule.selectors.map(raiseSelector);
      });
      layer.replaceWith(layer.nodes);
    });
  },
};
