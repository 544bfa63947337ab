import type { Flags } from '../config/load.ts';
import type { ReportOption } from '../report/write.ts';
import type { Level } from './check.ts';

/** What `admissions check` takes on the command line. */
export interface CheckFlags extends Flags {
  only?: string[];
  operation?: string[];
  level?: Level;
  strict?: boolean;
  list?: boolean;
  explain?: string;
  baseline?: string;
  updateBaseline?: boolean;
  report?: ReportOption[];
  /** Requests per second. */
  rate?: number;
  concurrency: number;
  /** Payloads made by chance, for each operation. */
  fuzz?: number;
  seed?: number;
}
