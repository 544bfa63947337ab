/**
 * A dialect is data (decisions, section 1): how one backend's wire differs from the canonical one.
 * Here it is applied, in both directions, for the SDK and the mock alike. It needs no validation library; `dialects.ts` reads a dialect from a file.
 */

/** How a value may be written. `lower` and `account` are the canonical ways. */
export type ValueStyle = 'lower' | 'upper' | 'account' | 'id';

export interface OperationDialect {
  /** Another path, with the same `:parameters` or fewer. */
  path?: string;
  /** Other names of request fields; `null` leaves the field out. */
  body?: Readonly<Record<string, string | null>>;
  /** How a value is written. */
  values?: Readonly<Record<string, ValueStyle>>;
  /** `applicants.activate` only: activation sets the password too, `createPassword` is never sent. */
  withPassword?: boolean;
}

export interface Dialect {
  operations: Readonly<Record<string, OperationDialect>>;
}

/** The wire in the operations table of the decisions. */
export const canonical: Dialect = { operations: {} };

/** @returns true when activation sets the password in the same call */
export function activatesWithPassword(dialect: Dialect): boolean {
  return dialect.operations['applicants.activate']?.withPassword === true;
}

/** The path template of an operation in a dialect, e.g. `/auth/private/:userId`. */
export function wireTemplate(dialect: Dialect, operation: string, canonicalPath: string): string {
  return dialect.operations[operation]?.path ?? canonicalPath;
}

/** @returns the names of the `:parameters` of a path template */
export function pathParameters(template: string): string[] {
  return Array.from(template.matchAll(/:(\w+)/g), (match) => match[1] as string);
}

/** Fetches the bank accounts; called only when a dialect writes an account by its id. */
export type AskBankAccounts = () =>
  | Promise<readonly { id: string | number; account: string }[]>
  | readonly { id: string | number; account: string }[];

type Fields = Record<string, unknown>;

/** From the typed call's body to the wire. Bodies that are not JSON objects pass untouched. */
export async function toWire(
  dialect: Dialect,
  operation: string,
  body: unknown,
  bankAccounts: AskBankAccounts,
): Promise<unknown> {
  const operationDialect = dialect.operations[operation];
  if (!operationDialect || !isFields(body)) return body;
  const written: [string, unknown][] = [];
  for (const [field, value] of Object.entries(body)) {
    const name = wireName(operationDialect, field);
    if (name !== null)
      written.push([
        name,
        await writeValue(entry(operationDialect.values, field), value, bankAccounts),
      ]);
  }
  return Object.fromEntries(written);
}

/** From the wire to the canonical body: what a server that speaks the dialect reads. */
export async function fromWire(
  dialect: Dialect,
  operation: string,
  body: unknown,
  bankAccounts: AskBankAccounts,
): Promise<unknown> {
  const operationDialect = dialect.operations[operation];
  if (!operationDialect || !isFields(body)) return body;
  const renamed = Object.entries(operationDialect.body ?? {});
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(body)) {
    const field = renamed.find(([, renamedName]) => renamedName === name)?.[0] ?? name;
    // A field under its canonical name is not this dialect's: a server would not know it.
    if (field === name && wireName(operationDialect, name) !== name) continue;
    read.push([field, await readValue(entry(operationDialect.values, field), value, bankAccounts)]);
  }
  return Object.fromEntries(read);
}

/** How a field is called on the wire; `null` when it is left out. */
function wireName(operationDialect: OperationDialect, field: string): string | null {
  const name = entry(operationDialect.body, field);
  return name === undefined ? field : name;
}

/** Own entries only: a body may have a field called `constructor`. */
function entry<V>(record: Readonly<Record<string, V>> | undefined, key: string): V | undefined {
  if (record && Object.keys(record).includes(key)) return record[key];
  return undefined;
}

async function writeValue(style: ValueStyle | undefined, value: unknown, ask: AskBankAccounts) {
  if (style === 'upper') return typeof value === 'string' ? value.toUpperCase() : value;
  if (style !== 'id') return value;
  return (await ask()).find(({ account }) => account === value)?.id ?? value;
}

async function readValue(style: ValueStyle | undefined, value: unknown, ask: AskBankAccounts) {
  // Under `upper`, lower case is wrong: it becomes upper case, which no schema accepts.
  if (style === 'upper' && typeof value === 'string') {
    return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  }
  if (style !== 'id') return value;
  return (await ask()).find(({ id }) => String(id) === String(value))?.account ?? '';
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
