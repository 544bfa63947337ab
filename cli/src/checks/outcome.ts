/** The ways a check can end other than well; thrown by checks, shown in reports. */
import type { Want } from '../report/report.ts';
import type { Reply } from './wire/reply.ts';

/** The backend does not keep the check's sentence. */
export class Failed extends Error {
  override name = 'Failed';
  readonly expected: string;
  readonly got: string;
  /** Holds the exchange that shows it. */
  readonly reply: Pick<Reply, 'exchange'> | undefined;

  constructor(expected: string, got: string, reply?: Pick<Reply, 'exchange'>) {
    super(`expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.reply = reply;
  }
}

/** Something the check builds on is broken: `by` is the check that reports it. */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly by: string;

  constructor(by: string, why: string) {
    super(why);
    this.by = by;
  }
}

/** A success that led nowhere: it would for everybody, whatever other checks did with her before. */
export class Stuck extends Blocked {
  override name = 'Stuck';
}

/** Blocked before anything was done with the applicant: another check may have her. */
export class Untouched extends Blocked {
  override name = 'Untouched';
}

/** The check cannot be made with this configuration or this backend; the message says why, and what would help. */
export class Skipped extends Error {
  override name = 'Skipped';
  /** What the run lacks, where somebody can give it. */
  readonly want: Want | undefined;

  constructor(why: string, want?: Want) {
    super(why);
    this.want = want;
  }
}

/** A person has to act first. */
export class Waiting extends Error {
  override name = 'Waiting';
}

/** The backend is gone, or the run was interrupted: the whole run ends here. */
export class Ended extends Error {
  override name = 'Ended';
  readonly exitCode: 3 | 130;

  constructor(exitCode: 3 | 130, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
