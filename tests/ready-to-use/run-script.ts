import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

// Bash would otherwise read the start-up file of whoever runs the tests.
const shells = { workflow: ['bash', '--norc', '-eo', 'pipefail'], cron: ['sh'] };

/** A folder in which `admissions` ends with a code of the test's choice, and writes down its arguments. */
export function folderWithCommand(exitCode: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ready-to-use-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments"\nexit ${exitCode}\n`;
  writeFileSync(join(folder, 'admissions'), command, { mode: 0o755 });
  return {
    folder,
    /** @returns what the script left in a file of the folder */
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** Runs a script there: a workflow stops at the first command that fails, cron goes on. */
    run: (as: keyof typeof shells, script: string, env: Record<string, string> = {}) => {
      const [shell = '', ...options] = shells[as];
      const { status, stdout, stderr } = spawnSync(shell, [...options, '-c', script], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
      });
      return { exitCode: status, text: stdout + stderr };
    },
  };
}
