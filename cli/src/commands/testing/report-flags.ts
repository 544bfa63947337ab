import { reportFormatNames } from '../../report/index.ts';

/** @returns the flags that write a report in every format, to files that begin like this and end with its name */
export function reportFlags(prefix: string): string[] {
  return reportFormatNames.flatMap((format) => ['--report', `${format}=${prefix}${format}`]);
}
