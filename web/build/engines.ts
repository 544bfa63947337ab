/** The oldest engines that the site works in: docs/browsers.md says which of them tests run in. */
import type { Plugin } from 'postcss';

/** A build's warnings are about the site, not about the time that its plugins take on a slow machine. */
export const quietly = { checks: { bundlerTimings: false } };

/** As Vite names them, for the styles; for scripts `scriptTarget`. */
export const oldestEngines = ['chrome88', 'firefox98', 'safari15.4'];

/**
 * Syntax that these engines read as it is. Named one by one they would have private fields rewritten, for faults
 * in corners that nothing here comes to: 2 KB more for everybody.
 */
export const scriptTarget = 'es2022';

/** By their height, as in `src/styles/index.css`: higher ones win, whatever their selectors. Tokens are on the root alone. */
const heights: Readonly<Record<string, number>> = {
  tokens: 0,
  base: 0,
  components: 1,
  frame: 2,
  screens: 3,
};

/**
 * Puts each layer's rules in its place: engines before 2022 leave out all that is in one. Every selector gets as many
 * `:not(#_)`, which hold for everything, as there are layers below; rules with an id as such are not to be had.
 */
export const flattenLayers: Plugin = {
  postcssPlugin: 'flatten-layers',
  OnceExit(sheet) {
    sheet.walkAtRules('layer', (layer) => {
      // A list of names says their order, and has no rules.
      if (!layer.nodes) return void layer.remove();
      const height = heights[layer.params];
      if (height === undefined) throw layer.error(`There is no layer "${layer.params}"`);
      layer.walkRules((rule) => {
        const { parent } = rule;
        if (parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(parent.name)) return;
        // The pseudo-element comes last.
        const raise = (one: string) =>
          one.replace(/(::[\w-]+)?$/, `${':not(#_)'.repeat(height)}$1`);
        rule.selectors = rule.selectors.map(raise);
      });
      layer.replaceWith(layer.nodes);
    });
  },
};
