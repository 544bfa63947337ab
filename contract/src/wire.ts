/**
 * Applies a dialect (specification/decisions §1), which says how a backend's requests and values differ from the
 * canonical ones, in both directions, for the SDK and the mock. It needs no validation library; `dialects.ts` reads a
 * dialect from a file.
 */

/** How a value is written. `lower` and `account` are the canonical ways. */
export type ValueStyle = 'lower' | 'upper' | 'account' | 'id';

export interface OperationDialect {
  /** Another path with the same `:parameters`, or some of them. */
  path?: string;
  /** Other names of request fields; `null` leaves the field out. */
  body?: Readonly<Record<string, string | null>>;
  /** How a value is written. */
  values?: Readonly<Record<string, ValueStyle>>;
  /** Only for `applicants.activate`: the activation sets the password too, and `createPassword` is never called. */
  withPassword?: boolean;
}

export interface Dialect {
  operations: Readonly<Record<string, OperationDialect>>;
}

/** The dialect with the contract's own names and values; it changes nothing. */
export const canonical: Dialect = { operations: {} };

/** @returns the address without the slashes at its end */
export function trimSlashes(address: string): string {
  let { length } = address;
  while (address[length - 1] === '/') length -= 1;
  return address.slice(0, length);
}

/** @returns true when the activation request also sets the password */
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

/** Fetches the bank accounts; only called for a dialect that writes an account by its id. */
export type FetchBankAccounts = () =>
  | Promise<readonly { id: string | number; account: string }[]>
  | readonly { id: string | number; account: string }[];

type Fields = Record<string, unknown>;

/** Translates the body of a typed call into the dialect. A body that is not a JSON object stays as it is. */
export async function toWire(
  dialect: Dialect,
  operation: string,
  body: unknown,
  fetchBankAccounts: FetchBankAccounts,
): Promise<unknown> {
  const operationDialect = dialect.operations[operation];
  if (!operationDialect || !isFieldsObject(body)) return body;
  const wireFieldEntries: [string, unknown][] = [];
  for (const [field, value] of Object.entries(body)) {
    const wireFieldName = findWireName(operationDialect, field);
    if (wireFieldName !== null)
      wireFieldEntries.push([
        wireFieldName,
        await writeValue(findOwnEntry(operationDialect.values, field), value, fetchBankAccounts),
      ]);
  }
  return Object.fromEntries(wireFieldEntries);
}

/** Translates a body in the dialect into the canonical one, for a server. */
export async function fromWire(
  dialect: Dialect,
  operation: string,
  body: unknown,
  fetchBankAccounts: FetchBankAccounts,
): Promise<unknown> {
  const operationDialect = dialect.operations[operation];
  if (!operationDialect || !isFieldsObject(body)) return body;
  const canonicalAndWireNames = Object.entries(operationDialect.body ?? {});
  const canonicalFieldEntries: [string, unknown][] = [];
  for (const [wireFieldName, value] of Object.entries(body)) {
    const canonicalField =
      canonicalAndWireNames.find(([, renamedName]) => renamedName === wireFieldName)?.[0] ??
      wireFieldName;
    // A field under its canonical name does not exist in a dialect that renames it, so it stays unknown.
    if (
      canonicalField === wireFieldName &&
      findWireName(operationDialect, wireFieldName) !== wireFieldName
    )
      continue;
    canonicalFieldEntries.push([
      canonicalField,
      await readValue(
        findOwnEntry(operationDialect.values, canonicalField),
        value,
        fetchBankAccounts,
      ),
    ]);
  }
  return Object.fromEntries(canonicalFieldEntries);
}

/** The name of a field in the dialect; `null` when it is left out. */
function findWireName(operationDialect: OperationDialect, field: string): string | null {
  const wireFieldName = findOwnEntry(operationDialect.body, field);
  return wireFieldName === undefined ? field : wireFieldName;
}

/** Only own properties count, because a body may have a field called `constructor`. */
function findOwnEntry<V>(
  entriesByKey: Readonly<Record<string, V>> | undefined,
  key: string,
): V | undefined {
  if (entriesByKey && Object.keys(entriesByKey).includes(key)) return entriesByKey[key];
  return undefined;
}

async function writeValue(
  style: ValueStyle | undefined,
  value: unknown,
  fetchBankAccounts: FetchBankAccounts,
) {
  if (style === 'upper') return typeof value === 'string' ? value.toUpperCase() : value;
  if (style !== 'id') return value;
  return (await fetchBankAccounts()).find(({ account }) => account === value)?.id ?? value;
}

async function readValue(
  style: ValueStyle | undefined,
  value: unknown,
  fetchBankAccounts: FetchBankAccounts,
) {
  // Lower case is wrong in the style `upper`, so it is turned into something that no schema accepts.
  if (style === 'upper' && typeof value === 'string') {
    return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  }
  if (style !== 'id') return value;
  return (await fetchBankAccounts()).find(({ id }) => String(id) === String(value))?.account ?? '';
}

function isFieldsObject(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
