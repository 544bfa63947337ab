/** What is known of a backend's dialect, setting by setting. Nothing is guessed: a setting is sure or unknown. */
import {
  type Dialect,
  type DialectSetting,
  dialectSettings,
  type OperationName,
  type Reading,
  writeDialect,
} from '@one-planet/contract';

export interface Entry {
  setting: DialectSetting;
  /** What the backend reads; left out where that is unknown. */
  reading?: Reading;
  /** What shows it, or why nothing does. */
  why: string;
}

/** How to learn what harmless requests leave unknown. */
export const withApplicant = '--register may tell';

export class Entries {
  readonly #entries = new Map<DialectSetting, Entry>();
  /** What whoever runs this has to hear, whatever was found. */
  readonly warnings: string[] = [];

  constructor() {
    for (const setting of dialectSettings)
      this.unknown(setting, `no harmless request shows it; ${withApplicant}`);
  }

  sure(setting: DialectSetting, reading: Reading, why: string): void {
    this.#entries.set(setting, { setting, reading, why });
  }

  /** Keeps what is sure already. */
  unknown(setting: DialectSetting, why: string): void {
    if (this.isOpen(setting)) this.#entries.set(setting, { setting, why });
  }

  isOpen(setting: DialectSetting): boolean {
    return this.reading(setting) === undefined;
  }

  reading(setting: DialectSetting): Reading | undefined {
    return this.#entries.get(setting)?.reading;
  }

  /** What the backend may read there: one reading when that is sure, else all. */
  candidates(setting: DialectSetting): readonly Reading[] {
    const reading = this.reading(setting);
    return reading === undefined ? setting.readings : [reading];
  }

  /** In the contract's order. */
  list(): Entry[] {
    return [...this.#entries.values()];
  }

  /** The dialect as far as it is sure. */
  dialect(): Dialect {
    return writeDialect(
      this.list().flatMap(({ setting, reading }) =>
        reading === undefined ? [] : [[setting, reading] as const],
      ),
    );
  }
}

/** @returns the setting of that name. @throws {Error} when the contract has none */
export function settingOf(operation: OperationName, name: string): DialectSetting {
  const found = dialectSettings.find((one) => one.operation === operation && one.name === name);
  if (found) return found;
  throw new Error(`The contract has no setting ${operation} ${name}`);
}
