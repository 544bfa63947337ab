/** The same answers, written differently. */
import type { Fault } from '../faults/fault.ts';
import { deeply, fieldsOf, type Json, writes } from './json.ts';

/** Fields nobody may rely on: the specifications call them optional, or only display them. */
const optional: ReadonlySet<string> = new Set([
  'description',
  'studyLevel',
  'modality',
  'careerOpportunity',
  'prerequisite',
  'ectsCredit',
  'label',
  'batch',
  'isOffline',
  'applicationStatus',
]);

/** Numbers that a backend may keep with decimals. */
const decimal = /"(paymentAmount|duration|creditHours|ectsCredit)":(\d+)(?=[,}])/g;

const quantity =
  /"(paymentAmount|duration|creditHours|ectsCredit|semesterNumber|feePerCreditHour)":(\d+)(?=[,}])/g;

function asList(date: string): number[] {
  return (date.match(/\d+/g) ?? []).slice(0, 5).map(Number);
}

function eachObject(body: Json, change: (fields: [string, Json][]) => [string, Json][]): string {
  const changed = deeply(body, (part) => {
    const fields = fieldsOf(part);
    return fields ? Object.fromEntries(change(fields)) : part;
  });
  return JSON.stringify(changed);
}

export const writing: readonly Fault[] = [
  writes('key-order-reversed', 'The fields of every object come in reversed order.', (body) =>
    eachObject(body, (fields) => fields.reverse()),
  ),
  writes(
    'json-escaped',
    'JSON is written on many lines, with every sign beyond ASCII escaped.',
    (body) =>
      JSON.stringify(body, null, 2).replace(
        /[\u0080-\uffff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  ),
  writes('extra-fields', 'Every object has extra fields.', (body) =>
    eachObject(body, (fields) => [...fields, ['version', 1], ['modifiedBy', null]]),
  ),
  writes('null-optionals', 'Optional fields are null.', (body) =>
    eachObject(body, (fields) =>
      fields.map(([field, value]) => [field, optional.has(field) ? null : value]),
    ),
  ),
  writes('missing-optionals', 'Optional fields are left out.', (body) =>
    eachObject(body, (fields) => fields.filter(([field]) => !optional.has(field))),
  ),
  writes('lists-reversed', 'Every list comes in reversed order.', (body) =>
    JSON.stringify(deeply(body, (part) => (Array.isArray(part) ? part.reverse() : part))),
  ),
  writes('ids-as-strings', 'Ids are text.', (body) =>
    eachObject(body, (fields) =>
      fields.map(([field, value]) => [
        field,
        field === 'id' && typeof value === 'number' ? `${value}` : value,
      ]),
    ),
  ),
  writes('numbers-as-text', 'Amounts, durations and credits are text.', (body) =>
    JSON.stringify(body).replace(quantity, '"$1":"$2"'),
  ),
  writes('dates-as-lists', 'Dates are lists of numbers: year, month, day, hour, minute.', (body) =>
    eachObject(body, (fields) =>
      fields.map(([field, value]) => [field, field === 'datePaid' ? asList(`${value}`) : value]),
    ),
  ),
  {
    name: 'ids-large',
    sentence: 'New ids are the largest whole numbers JavaScript holds exactly.',
    world: (world) => {
      let last = Number.MAX_SAFE_INTEGER - 1_000_000;
      world.newId = () => {
        last += 1;
        return last;
      };
    },
  },
  writes(
    'decimal-amounts',
    'Whole amounts and credits are written with a decimal, as 500.0.',
    (body) => JSON.stringify(body).replace(decimal, '"$1":$2.0'),
  ),
];
