/** JSON as a backend with decimals writes it: an amount of 500 is `500.0`. */

export class Decimal {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export function toJson(value: unknown): string {
  if (value instanceof Decimal) {
    return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  }
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, of]) => `${JSON.stringify(key)}:${toJson(of)}`);
    return `{${pairs.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
