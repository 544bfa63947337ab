/** Reads a request body field by field and collects the errors, so that the response has all of them. */
import { Problem } from './problem.ts';

const phonePattern = /^\+?[0-9]{8,15}$/;
// At least one character between the @ and a dot, and something on either side of every dot.
const emailPattern = /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}\p{M}-]+(\.[\p{L}\p{N}\p{M}-]+)+$/u;
/** The database would store half of a surrogate pair as another character. */
const hasWholeCharacters = (text: string) => !/\p{Surrogate}/u.test(text);
const namePattern = /^\p{L}[\p{L}\p{M}]*$/u;

/** The methods read a field and note an error where it is invalid; then most return an empty text. */
export class Form {
  readonly #body: Record<string, unknown>;
  readonly #errors: string[] = [];

  /** @throws {Problem} 400 where the body is not an object */
  constructor(parsedBody: unknown) {
    if (typeof parsedBody !== 'object' || parsedBody === null || Array.isArray(parsedBody)) {
      throw new Problem(400, 'Required request body is missing or is not a JSON object');
    }
    this.#body = parsedBody as Record<string, unknown>;
  }

  readValue(field: string): unknown {
    return Object.hasOwn(this.#body, field) ? this.#body[field] : undefined;
  }

  /** Notes an error where the condition is false. @returns the condition, so that dependent rules can be skipped */
  demandValid(isValid: boolean, message: string): boolean {
    if (!isValid) this.#errors.push(message);
    return isValid;
  }

  /** @returns a text that is not blank, or `''` after an error */
  demandText(field: string, label: string): string {
    const value = this.readValue(field) ?? '';
    if (typeof value !== 'string') {
      this.demandValid(false, `${label} must be a text`);
      return '';
    }
    this.demandValid(hasWholeCharacters(value), `${label} has half a character`);
    return this.demandValid(value.trim() !== '', `${label} is required`) ? value : '';
  }

  readOptionalText(field: string): string | null {
    const value = this.readValue(field) ?? null;
    if (value === null) return null;
    const isValid = typeof value === 'string' && hasWholeCharacters(value);
    return this.demandValid(isValid, `${field} must be a text`) ? String(value) : null;
  }

  demandName(field: string, label: string): string {
    const name = this.demandText(field, label);
    const isValid = namePattern.test(name);
    if (name) this.demandValid(isValid, `${label} must contain only alphabetic characters`);
    return name;
  }

  demandEmail(field: string): string {
    const email = this.demandText(field, 'Email');
    if (email) this.demandValid(emailPattern.test(email), 'Invalid email address');
    return email;
  }

  demandPhone(field: string, label: string): string {
    const phone = this.demandText(field, label);
    const message = `${label} must be 8 to 15 digits long and contain only numbers`;
    if (phone) this.demandValid(phonePattern.test(phone), message);
    return phone;
  }

  demandNewPassword(field: string): string {
    const value = this.readValue(field) ?? '';
    if (!this.demandValid(typeof value === 'string', 'Password must be a text')) return '';
    const password = String(value);
    if (!this.demandValid(password !== '', 'Password can not be empty')) return '';
    this.demandValid([...password].length >= 8, 'Password must be at least 8 characters');
    this.demandValid(
      /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password),
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    );
    return password;
  }

  demandChoice(field: string, label: string, choices: readonly string[]): string {
    const value = this.demandText(field, label);
    if (value)
      this.demandValid(choices.includes(value), `${label} must be one of ${choices.join(', ')}`);
    return value;
  }

  demandAgreement(field: string, message: string): void {
    this.demandValid(this.readValue(field) === true, message);
  }

  /** @returns a number, which the body may have as a text, or `undefined` after an error */
  readNumber(field: string, label: string): number | undefined {
    const value = this.readValue(field) ?? '';
    if (!this.demandValid(value !== '', `${label} is required`)) return undefined;
    const isNumeric = typeof value === 'number' || /^-?[0-9]+(\.[0-9]+)?$/.test(textOrEmpty(value));
    const number = Number(value);
    const isValid = isNumeric && Number.isFinite(number);
    return this.demandValid(isValid, `${label} must be a number`) ? number : undefined;
  }

  /** @throws {Problem} 400 with all errors, if there are any */
  throwIfInvalid(): void {
    if (this.#errors.length > 0) throw new Problem(400, this.#errors.join('; '));
  }
}

const textOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '');
