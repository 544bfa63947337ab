// Only React's own rules: Biome lints everything else.
import parser from '@typescript-eslint/parser';
import reactHooks from 'eslint-plugin-react-hooks';

export default [
  { ignores: ['**/dist/'] },
  {
    ...reactHooks.configs.flat.recommended,
    files: ['{web,sdk}/**/*.{ts,tsx}'],
    languageOptions: { parser },
    linterOptions: { noInlineConfig: true },
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      // The effects that set state follow something outside of React: a draft, an object URL, a clock, a live region,
      // which has to be on the page before its text, and a request, whose state is reset before it is sent again.
      'react-hooks/set-state-in-effect': 'off',
      // It takes the result of `use(load())` for a new component. `lazyExport` returns the same one each time.
      'react-hooks/static-components': 'off',
    },
  },
];
