/** The files that are made from docs/rules, and the tables in its pages that are made from the contract. */
import {
  applicantStates,
  lifecycleRows,
  type OperationName,
  operations,
  preferredRefusals,
  stateMoves,
} from '@one-planet/contract';
import { listSuccessStatuses, requestFieldsOf } from '../../cli/src/backend-checks/expect.ts';
import { readRulePages, readRules } from '../support/documents.ts';
import { fillTables, markdownTable } from './markdown-tables.ts';

/** The function that renders each file, by its path from the root. */
export const ruleRenderers: Readonly<Record<string, (currentText: string) => string>> = {
  'docs/rules/README.md': (currentText) => fillTables(currentText, { index: rulesIndex }),
  'docs/rules/states.md': (currentText) =>
    fillTables(currentText, { moves: drawMoves, states: statesTable }),
  'docs/rules/refusals.md': (currentText) =>
    fillTables(currentText, { statuses: statusesTable, fields: requestFieldsTable }),
  'contract/src/generated/rules.ts': renderRuleNames,
  'cli/src/generated/rules.ts': renderRuleTexts,
};

function renderRuleNames(): string {
  const unionLines = readRules().map(({ name }) => `\n  | '${name}'`);
  return `/** Written by \`npm run generate\` from docs/rules. */\nexport type RuleName =${unionLines.join('')};\n`;
}

/** The rules' texts for the installed command, which comes without docs/. */
function renderRuleTexts(): string {
  const lines = readRules().map(
    ({ name, textLines }) => `  ${JSON.stringify(name)}: ${JSON.stringify(textLines)},\n`,
  );
  return `/** Written by \`npm run generate\` from docs/rules. */
import type { RuleName } from '@one-planet/contract';

export const ruleTexts: Readonly<Record<RuleName, readonly string[]>> = {\n${lines.join('')}};
`;
}

const inlineCode = (text: string | number) => `\`${text}\``;
const joinInlineCodes = (texts: readonly (string | number)[]) =>
  texts.map(inlineCode).join(', ') || 'none';
const operationLink = (name: OperationName) =>
  `[${inlineCode(name)}](../../sdk/REFERENCE.md#${name.toLowerCase().replace('.', '')})`;

function rulesIndex(): string {
  const rows = readRulePages().map(({ name, title, rules }) => [
    `[${title}](${name}.md)`,
    rules.map((rule) => `[${rule.title}](${rule.name.replace('#', '.md#')})`).join(' · '),
  ]);
  return markdownTable(['Page', 'Rules'], rows);
}

/** @returns a drawing in Mermaid, which GitHub shows as one */
function drawMoves(): string {
  const arrows = stateMoves
    // No rule says where a rejection leads.
    .filter(({ movedBy }) => movedBy !== 'staff.reject')
    .map(({ from, to, movedBy, when }) => {
      const moveText = movedBy.replace('staff.', 'staff ');
      return `  ${from ?? '[*]'} --> ${to}: ${moveText}${when ? `, when ${when}` : ''}`;
    });
  return ['```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n');
}

function statesTable(): string {
  const rows = applicantStates.flatMap((state) => {
    const rowsOfState = lifecycleRows.filter(
      ({ movedBy, from }) => from === state && !movedBy.startsWith('staff.'),
    );
    return rowsOfState.length > 0
      ? [[inlineCode(state), joinInlineCodes(rowsOfState.map(({ movedBy }) => movedBy))]]
      : [];
  });
  return markdownTable(['State', 'Operations of this state alone'], rows);
}

function statusesTable(): string {
  const rows = operations.map((operation) => {
    const { name, meta } = operation;
    const otherStatuses = listSuccessStatuses(name).filter(
      (status) => status !== meta.successStatus,
    );
    const refusals = preferredRefusals(operation);
    return [
      operationLink(name),
      inlineCode(meta.successStatus),
      otherStatuses.length > 0 ? joinInlineCodes(otherStatuses) : '',
      refusals.length > 0 ? joinInlineCodes(refusals) : '',
    ];
  });
  return markdownTable(['Operation', 'Success', 'As good', 'Preferred refusals'], rows);
}

function requestFieldsTable(): string {
  const rows = operations.flatMap(({ name }) => {
    const fields = requestFieldsOf(name);
    if (fields.length === 0) return [];
    const listFieldNames = (isIncluded: (field: (typeof fields)[number]) => boolean) =>
      fields
        .filter(isIncluded)
        .map((field) => inlineCode(field.name))
        .join(', ');
    return [
      [
        operationLink(name),
        listFieldNames(({ isRequired, level }) => isRequired && level === 'must'),
        listFieldNames(({ isRequired, level }) => isRequired && level !== 'must'),
        listFieldNames(({ isRequired }) => !isRequired),
        listFieldNames(({ isIgnorable }) => isIgnorable),
      ],
    ];
  });
  return markdownTable(
    ['Operation', 'Required', 'Sent, and may be missing', 'Optional', 'May be ignored'],
    rows,
  );
}
