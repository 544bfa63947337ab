/** The files made from docs/rules, and the tables in its pages that are made from the contract. */
import {
  applicantStates,
  lifecycleRows,
  moves,
  type OperationName,
  operations,
  preferredRefusals,
} from '@one-planet/contract';
import { requestFields, successStatuses } from '../../cli/src/checks/expect.ts';
import { readRulePages, readRules } from '../support/documents.ts';
import { filled, table } from './tables.ts';

/** By the file's path from the root. */
export const ruleOutputs: Readonly<Record<string, (before: string) => string>> = {
  'docs/rules/README.md': (before) => filled(before, { index }),
  'docs/rules/states.md': (before) => filled(before, { moves: movesTable, states: statesTable }),
  'docs/rules/refusals.md': (before) =>
    filled(before, { statuses: statusesTable, fields: fieldsTable }),
  'contract/src/generated/rules.ts': renderNames,
  'cli/src/generated/rules.ts': renderTexts,
};

function renderNames(): string {
  const names = readRules().map(({ name }) => `\n  | '${name}'`);
  return `/** Written by \`npm run generate\` from docs/rules. */\nexport type RuleName =${names.join('')};\n`;
}

/** The command has them too where docs/ is not installed. */
function renderTexts(): string {
  const lines = readRules().map(
    ({ name, text }) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)},\n`,
  );
  return `/** Written by \`npm run generate\` from docs/rules. */
import type { RuleName } from '@one-planet/contract';

export const ruleTexts: Readonly<Record<RuleName, readonly string[]>> = {\n${lines.join('')}};
`;
}

const code = (text: string | number) => `\`${text}\``;
const codes = (texts: readonly (string | number)[]) => texts.map(code).join(', ') || 'none';
const byName = (name: OperationName) =>
  `[${code(name)}](../../sdk/REFERENCE.md#${name.toLowerCase().replace('.', '')})`;

function index(): string {
  const rows = readRulePages().map(({ name, title, rules }) => [
    `[${title}](${name}.md)`,
    rules.map((rule) => `[${rule.title}](${rule.name.replace('#', '.md#')})`).join(' · '),
  ]);
  return table(['Page', 'Rules'], rows);
}

function movesTable(): string {
  const rows = moves
    // Where a rejection leads is no rule.
    .filter(({ by }) => by !== 'staff.reject')
    .map(({ from, to, by, when }) => [
      from ? code(from) : 'registered',
      by.startsWith('staff.') ? by.replace('.', ': ') : code(by),
      code(to),
      when ?? '',
    ]);
  return table(['From', 'By', 'To', 'When'], rows);
}

function statesTable(): string {
  const rows = applicantStates.flatMap((state) => {
    const own = lifecycleRows.filter(({ by, from }) => from === state && !by.startsWith('staff.'));
    return own.length > 0 ? [[code(state), codes(own.map(({ by }) => by))]] : [];
  });
  return table(['State', 'Operations of this state alone'], rows);
}

function statusesTable(): string {
  const rows = operations.map((operation) => {
    const { name, meta } = operation;
    const others = successStatuses(name).filter((status) => status !== meta.success);
    const refusals = preferredRefusals(operation);
    return [
      byName(name),
      code(meta.success),
      others.length > 0 ? codes(others) : '',
      refusals.length > 0 ? codes(refusals) : '',
    ];
  });
  return table(['Operation', 'Success', 'As good', 'Preferred refusals'], rows);
}

function fieldsTable(): string {
  const rows = operations.flatMap(({ name }) => {
    const fields = requestFields(name);
    if (fields.length === 0) return [];
    const named = (wanted: (field: (typeof fields)[number]) => boolean) =>
      fields
        .filter(wanted)
        .map((field) => code(field.name))
        .join(', ');
    return [
      [
        byName(name),
        named(({ isRequired, level }) => isRequired && level === 'must'),
        named(({ isRequired, level }) => isRequired && level !== 'must'),
        named(({ isRequired }) => !isRequired),
      ],
    ];
  });
  return table(['Operation', 'Required', 'Sent, and may be missing', 'Optional'], rows);
}
