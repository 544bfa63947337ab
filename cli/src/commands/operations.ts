import {
  activatesWithPassword,
  allowedStates,
  type Dialect,
  moves,
  type Operation,
  operations,
  rulePlace,
  wireTemplate,
} from '@one-planet/contract';
import { loadSettings } from '../config/load.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { didYouMean } from '../process/nearest.ts';
import { paint, print } from '../process/terminal.ts';
import { type Argument, defineCommand } from './define.ts';
import { flag } from './options.ts';

const filter: Argument<string | undefined> = {
  name: '[name]',
  help: 'only this operation, or those of this resource, e.g. auth or auth.login',
};

/** `admissions operations`: lists the operations of the contract as a dialect writes them. */
export const command = defineCommand({
  name: 'operations',
  description:
    'Lists the operations of the contract: method, path, authentication, the states they are allowed in, and where they move an applicant.',
  arguments: [filter],
  settings: ['dialect'],
  options: { json: flag('print them as JSON') },
  help: `
Below an operation stands the state it is allowed in ("in A"), or the move it
makes ("A -> B"), and the rule that says what it does. Paths follow the API's
base, which ends in /api.

Examples:
  admissions operations
  admissions operations applicants --dialect alternate
  admissions operations auth.login --json`,
  async run(flags, filter) {
    const wanted = choose(filter);
    const { dialect } = await loadSettings(flags);
    const described = wanted.map((operation) => describe(operation, dialect));
    if (flags.json) print(JSON.stringify(described, null, 2));
    else printTable(described);
    return exitCodes.done;
  },
});

function choose(filter: string | undefined): readonly Operation[] {
  if (filter === undefined) return operations;
  const found = operations.filter(({ name }) => [name, ...name.split('.')].includes(filter));
  if (found.length > 0) return found;
  const resources = new Set(operations.map(({ name }) => name.slice(0, name.indexOf('.'))));
  const near = didYouMean(filter, [...resources, ...operations.map(({ name }) => name)]);
  throw new CliError(
    `there is no operation or resource "${filter}"${near}; resources are ${[...resources].join(', ')}`,
  );
}

type Described = ReturnType<typeof describe>;

function describe({ name, route, meta }: Operation, dialect: Dialect) {
  return {
    operation: name,
    summary: route.summary,
    method: route.method,
    path: wireTemplate(dialect, name, route.path),
    auth: meta.auth,
    success: meta.success,
    refuses: meta.refuses,
    states: allowedStates(name) ?? null,
    moves: moves
      .filter(({ by }) => by === name)
      .map(({ from, to, when }) => ({ from, to, ...(when === undefined ? {} : { when }) })),
    neverSent: name === 'applicants.createPassword' && activatesWithPassword(dialect),
    mayBeMissing: meta.mayBeMissing ?? false,
    rule: rulePlace(meta.rule),
  };
}

function printTable(described: readonly Described[]): void {
  const name = width(described, 'operation');
  const path = width(described, 'path');
  const row = (...cells: [string, string, string, string]) =>
    `${cells[0].padEnd(name)}  ${cells[1].padEnd(6)}  ${cells[2].padEnd(path)}  ${cells[3]}`;
  print(paint('bold', row('OPERATION', 'METHOD', 'PATH', 'AUTH')));
  for (const one of described) {
    print(row(one.operation, one.method, one.path, one.auth));
    for (const note of notes(one)) print(paint('dim', `${' '.repeat(name + 2)}${note}`));
  }
}

/** The states stand on lines of their own: beside the path there is no room for them. */
function notes({ states, moves, neverSent, mayBeMissing, rule }: Described): string[] {
  return [
    ...(moves.length === 0 && states ? [`in ${states.join(', ')}`] : []),
    ...moves.map(
      ({ from, to, when }) => `${from ?? 'registered'} -> ${to}${when ? ` when ${when}` : ''}`,
    ),
    ...(neverSent ? ['never sent in this dialect: activation sets the password'] : []),
    ...(mayBeMissing ? ['a backend may leave it out'] : []),
    rule,
  ];
}

function width(described: readonly Described[], key: 'operation' | 'path'): number {
  return Math.max(...described.map((one) => one[key].length), 'OPERATION'.length);
}
