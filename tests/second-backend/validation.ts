/** Reading a request body field by field; all complaints are answered at once. */
import { Problem } from './problem.ts';

const digits = /^\+?[0-9]{8,15}$/;
// At least one character between the @ and a dot, and something on either side of every dot.
const address = /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}\p{M}-]+(\.[\p{L}\p{N}\p{M}-]+)+$/u;
/** Half of a surrogate pair would be kept as another character. */
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);
const letters = /^\p{L}[\p{L}\p{M}]*$/u;

export class Form {
  readonly #body: Record<string, unknown>;
  readonly #complaints: string[] = [];

  constructor(json: unknown) {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      throw new Problem(400, 'Required request body is missing or is not a JSON object');
    }
    this.#body = json as Record<string, unknown>;
  }

  value(field: string): unknown {
    return Object.hasOwn(this.#body, field) ? this.#body[field] : undefined;
  }

  /** @returns whether it holds, so that what follows from it need not be asked */
  demand(holds: boolean, complaint: string): boolean {
    if (!holds) this.#complaints.push(complaint);
    return holds;
  }

  /** A text that is not blank; `''` after a complaint. */
  text(field: string, label: string): string {
    const value = this.value(field) ?? '';
    if (typeof value !== 'string') {
      this.demand(false, `${label} must be a text`);
      return '';
    }
    this.demand(isWhole(value), `${label} has half a character`);
    return this.demand(value.trim() !== '', `${label} is required`) ? value : '';
  }

  optionalText(field: string): string | null {
    const value = this.value(field) ?? null;
    if (value === null) return null;
    const fits = typeof value === 'string' && isWhole(value);
    return this.demand(fits, `${field} must be a text`) ? String(value) : null;
  }

  name(field: string, label: string): string {
    const name = this.text(field, label);
    const fits = letters.test(name);
    if (name) this.demand(fits, `${label} must contain only alphabetic characters`);
    return name;
  }

  email(field: string): string {
    const email = this.text(field, 'Email');
    if (email) this.demand(address.test(email), 'Invalid email address');
    return email;
  }

  phone(field: string, label: string): string {
    const phone = this.text(field, label);
    const rule = `${label} must be 8 to 15 digits long and contain only numbers`;
    if (phone) this.demand(digits.test(phone), rule);
    return phone;
  }

  newPassword(field: string): string {
    const value = this.value(field) ?? '';
    if (!this.demand(typeof value === 'string', 'Password must be a text')) return '';
    const password = String(value);
    if (!this.demand(password !== '', 'Password can not be empty')) return '';
    this.demand([...password].length >= 8, 'Password must be at least 8 characters');
    this.demand(
      /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password),
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    );
    return password;
  }

  oneOf(field: string, label: string, choices: readonly string[]): string {
    const value = this.text(field, label);
    if (value)
      this.demand(choices.includes(value), `${label} must be one of ${choices.join(', ')}`);
    return value;
  }

  agreed(field: string, complaint: string): void {
    this.demand(this.value(field) === true, complaint);
  }

  /** A number, or a text that is one; `undefined` after a complaint. */
  number(field: string, label: string): number | undefined {
    const value = this.value(field) ?? '';
    if (!this.demand(value !== '', `${label} is required`)) return undefined;
    const isNumeric = typeof value === 'number' || /^-?[0-9]+(\.[0-9]+)?$/.test(asText(value));
    const number = Number(value);
    const fits = isNumeric && Number.isFinite(number);
    return this.demand(fits, `${label} must be a number`) ? number : undefined;
  }

  /** @throws {Problem} 400 with every complaint */
  done(): void {
    if (this.#complaints.length > 0) throw new Problem(400, this.#complaints.join('; '));
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');
