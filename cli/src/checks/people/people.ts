/** The run's applicants: lent to one check at a time, moved on when asked, made when there is none. */
import { isBefore, type Stage } from '../../applicant/stages.ts';
import { Blocked, Untouched } from '../outcome.ts';
import { newPerson, type Person } from './person.ts';
import { advance, type Helpers, register } from './walk.ts';

export class People {
  /** Everybody who was made, in order. */
  readonly all: Person[] = [];
  readonly #free: Person[] = [];
  readonly #helpers: Helpers;
  readonly #address: (number: number) => string;

  /** @param address the e-mail address of the run's nth applicant */
  constructor(helpers: Helpers, address: (number: number) => string) {
    this.#helpers = helpers;
    this.#address = address;
  }

  /**
   * Lends an applicant in that stage.
   * @throws {Blocked | Skipped | Waiting} when nobody can get there
   */
  async lend(stage: Stage): Promise<Person> {
    const person = this.#take(stage) ?? (await this.make());
    while (isBefore(person.stage, stage)) await this.#advance(person);
    return person;
  }

  /** Takes an applicant back, in the stage she is in now. */
  giveBack(person: Person): void {
    person.isOfPool = true;
    this.#free.push(person);
  }

  /** Somebody who is not registered yet. @param tag makes her address special, e.g. `+plus` */
  draft(tag = ''): Person {
    const number = this.all.length + 1;
    const person = newPerson(number, this.#address(number).replace('@', `${tag}@`));
    this.all.push(person);
    return person;
  }

  /** Somebody new, registered. */
  async make(): Promise<Person> {
    const { steps } = this.#helpers;
    steps.refuse('applicants.register');
    const person = this.draft();
    person.isOfPool = true;
    await steps.take('applicants.register', person, () => register(person, this.#helpers));
    return person;
  }

  /** Those who are furthest on their way to the stage come first. */
  #take(stage: Stage): Person | undefined {
    const fitting = this.#free.filter((one) => !isBefore(stage, one.stage));
    const [best] = fitting.sort((a, b) => (isBefore(a.stage, b.stage) ? 1 : -1));
    if (best) this.#free.splice(this.#free.indexOf(best), 1);
    return best;
  }

  async #advance(person: Person): Promise<void> {
    try {
      await advance(person, this.#helpers);
    } catch (error) {
      // She is as good as before where nothing was tried, or nothing could be.
      if (!(error instanceof Blocked) || error instanceof Untouched) this.giveBack(person);
      throw error;
    }
  }
}
