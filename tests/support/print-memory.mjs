/**
 * Loaded before a program with `--import`: prints how much memory the process used at most, when it
 * exits.
 *
 * `resourceUsage().maxRSS` will not do on Linux: a child begins with what its parent held when it
 * was forked, and the tests' own process holds hundreds of megabytes. `VmHWM` begins at `exec`.
 */
import { readFileSync } from 'node:fs';

const peakOfLinux = () =>
  /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];

process.on('exit', () => {
  const kilobytes = process.platform === 'linux' ? peakOfLinux() : process.resourceUsage().maxRSS;
  process.stderr.write(`\nmemory used at most, in kB: ${kilobytes}`);
});
