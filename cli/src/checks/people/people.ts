/** The run's applicants: lent to one check at a time, moved on when asked, made when there is none. */
import { isBefore, type Stage } from '../../applicant/stages.ts';
import { Blocked, Skipped, Waiting } from '../outcome.ts';
import { newPerson, type Person } from './person.ts';
import { advance, type Helpers, register } from './walk.ts';

/** A step that failed for this many applicants is not tried again. */
const patience = 2;

export class People {
  /** Everybody who was made, in order. */
  readonly all: Person[] = [];
  readonly #free: Person[] = [];
  readonly #broken = new Map<Stage, { times: number; error: Error }>();
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
    this.#refuseBroken('ADMITTED');
    const person = this.draft();
    await this.#counting('ADMITTED', () => register(person, this.#helpers));
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
    const from = person.stage;
    const known = this.#broken.get(from);
    try {
      this.#refuseBroken(from);
      await this.#counting(from, () => advance(person, this.#helpers));
    } catch (error) {
      // She is as good as before where nothing was tried, or nothing could be.
      if (!(error instanceof Blocked) || error === known?.error) this.giveBack(person);
      throw error;
    }
  }

  #refuseBroken(from: Stage): void {
    const broken = this.#broken.get(from);
    if (broken && broken.times >= patience) throw broken.error;
  }

  async #counting(from: Stage, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      const isFinal = error instanceof Skipped || error instanceof Waiting;
      if (isFinal || error instanceof Blocked) {
        const times = (this.#broken.get(from)?.times ?? 0) + (isFinal ? patience : 1);
        this.#broken.set(from, { times, error });
      }
      throw error;
    }
  }
}
