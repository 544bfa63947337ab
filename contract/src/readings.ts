/** Where backends read the specifications differently (decisions, section 1): the settings of a dialect, each with its known readings. */
import { alternate, valueStyles } from './named-dialects.ts';
import { type OperationName, operations } from './operations.ts';
import { canonical, type Dialect, type OperationDialect } from './wire.ts';

/** What a setting of a dialect says; `null` leaves a field out. */
export type Reading = string | boolean | null;

export interface DialectSetting {
  operation: OperationName;
  /** Where it stands under its operation, e.g. `path`, `body.phoneNumber`, `values.method`. */
  name: string;
  /** The canonical reading first. A setting with no other one is free: a backend may say anything there. */
  readings: readonly [canonical: Reading, ...others: Reading[]];
}

/** The readings that `alternate` does not have. */
const further: Dialect = {
  operations: {
    'applicants.register': { body: { iAm18: 'iam18OrOlder' } },
    'applicants.activate': { withPassword: true },
  },
};

/** The specifications do not show these paths. */
const freePaths: readonly OperationName[] = [
  'applicants.editProfile',
  'applicants.getBioData',
  'payments.getReceipt',
];

/** Every setting that the decisions name, in the contract's order. */
export const dialectSettings: readonly DialectSetting[] = operations.flatMap(settingsOf);

/** Writes the dialect in which these settings have these readings; canonical ones are left out. */
export function writeDialect(
  found: Iterable<readonly [setting: DialectSetting, reading: Reading]>,
): Dialect {
  let dialect = canonical;
  for (const [setting, reading] of found) {
    if (reading !== setting.readings[0]) dialect = withReading(dialect, setting, reading);
  }
  return dialect;
}

/** @returns the dialect with another reading of one setting */
export function withReading(
  dialect: Dialect,
  { operation, name }: DialectSetting,
  reading: Reading,
): Dialect {
  const own: Readonly<Record<string, unknown>> = { ...dialect.operations[operation] };
  const [part = '', field] = name.split('.');
  const said = field === undefined ? reading : { ...(own[part] as object), [field]: reading };
  return { operations: { ...dialect.operations, [operation]: { ...own, [part]: said } } };
}

/** @returns what a dialect says of a setting; the canonical reading where it says nothing */
export function readingIn(
  dialect: Dialect,
  { operation, name, readings }: DialectSetting,
): Reading {
  const own = ownReadings(dialect.operations[operation]);
  return own.has(name) ? (own.get(name) as Reading) : readings[0];
}

function settingsOf({ name: operation, route }: (typeof operations)[number]): DialectSetting[] {
  const others = new Map<string, Reading[]>();
  for (const { operations: own } of [alternate, further]) {
    for (const [name, reading] of ownReadings(own[operation]))
      others.set(name, [...(others.get(name) ?? []), reading]);
  }
  if (freePaths.includes(operation)) others.set('path', []);
  return [...others].map(([name, rest]) => {
    const [part = '', field = ''] = name.split('.');
    const canonical: Record<string, Reading> = {
      path: route.path,
      withPassword: false,
      body: field,
      values: valueStyles[operation]?.[field]?.[0] ?? '',
    };
    return { operation, name, readings: [canonical[part] as Reading, ...rest] };
  });
}

/** By the name of the setting. */
function ownReadings({ path, body = {}, values = {}, withPassword }: OperationDialect = {}) {
  const readings = new Map<string, Reading>();
  if (path !== undefined) readings.set('path', path);
  if (withPassword !== undefined) readings.set('withPassword', withPassword);
  for (const [field, name] of Object.entries(body)) readings.set(`body.${field}`, name);
  for (const [field, style] of Object.entries(values)) readings.set(`values.${field}`, style);
  return readings;
}
