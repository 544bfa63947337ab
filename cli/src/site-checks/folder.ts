/** Checks of a built site in a folder, before it is copied to its host (docs/hosting.md). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSettings, editableSiteFiles, siteFileListName } from '@one-planet/contract';
import { type InlineHashes, makeSiteHeaders } from '@one-planet/contract/site-headers';
import { type Check, type CheckSubject, runAll } from '../checks/engine.ts';
import { makeFailure } from '../checks/outcome.ts';
import { makeReportOfRun } from '../checks/run-report.ts';
import { CliError } from '../core/exit.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import type { CheckReport } from '../report/report.ts';
import { makeSiteChecks, readHashes } from './visits.ts';

interface FolderFacts extends CheckSubject {
  /** The paths of all files, with slashes, e.g. `about/index.html`. */
  filePaths: readonly string[];
  /** @throws {OutcomeError} where the file is missing */
  readBytes: (path: string) => Promise<Buffer>;
  readText: (path: string) => Promise<string>;
  /** Empty where `config.json` is not a JSON object. */
  siteSettings: Readonly<Record<string, unknown>>;
  inlineHashes: InlineHashes;
}

type FolderCheck = Check<FolderFacts>;

const folderRule = 'hosting#check-a-folder';

/** @throws {OutcomeError} naming at most three of the problems */
function expectNone(expected: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const moreText = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  throw makeFailure(expected, problems.slice(0, 3).join('; ') + moreText);
}

export const folderChecks: readonly FolderCheck[] = makeSiteChecks<FolderFacts>(folderRule, [
  {
    id: 'folder/settings',
    sentence: 'config.json MUST be what the site can start with.',
    leavesOpen: 'Whether what it says is true.',
    run: async ({ readText }) => {
      const json = tryParseJson(await readText('config.json'));
      if (json === undefined) throw makeFailure('JSON', 'something else');
      expectNone('valid settings', checkSettings(json).problems);
    },
  },
  {
    id: 'folder/settings-known',
    sentence: 'config.json SHOULD have no setting that this version does not know.',
    run: ({ siteSettings }) =>
      expectNone('known settings', checkSettings(siteSettings).unknownSettings),
  },
  {
    id: 'folder/settings-own',
    sentence: "config.json MUST name this college's API, not one of a development machine.",
    run: ({ siteSettings: { apiBase } }) => {
      const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(String(apiBase));
      if (isLocal) throw makeFailure('the address of a public API', String(apiBase));
    },
  },
  {
    id: 'folder/files',
    sentence: 'Every file MUST be there as the build wrote it, and there MUST be no other.',
    run: async ({ filePaths, readBytes, readText }) => {
      const problems: string[] = [];
      const listedPaths = new Set([siteFileListName, ...editableSiteFiles]);
      for (const line of (await readText(siteFileListName)).split('\n').filter(Boolean)) {
        const [hash, path = ''] = line.split(/ {2}(.*)/);
        listedPaths.add(path);
        if (!filePaths.includes(path)) problems.push(`${path} is missing`);
        else if (
          hash !==
          createHash('sha256')
            .update(await readBytes(path))
            .digest('hex')
        )
          problems.push(`${path} was changed`);
      }
      for (const path of filePaths)
        if (!listedPaths.has(path)) problems.push(`${path} is not of this build`);
      expectNone(`the files that ${siteFileListName} lists`, problems);
    },
  },
  {
    id: 'folder/content',
    sentence: 'content.json MUST be a JSON object.',
    leavesOpen: 'Whether what it says is true.',
    run: async ({ readText }) => {
      const content = tryParseJson(await readText('content.json'));
      if (typeof content !== 'object' || content === null || Array.isArray(content))
        throw makeFailure('a JSON object', 'something else');
    },
  },
  {
    id: 'folder/policy',
    sentence: 'The policy files MUST say what config.json and inline.json do.',
    leavesOpen: 'Whether the host includes one of them.',
    run: async ({ readText, siteSettings, inlineHashes }) => {
      const { 'content-security-policy': policy = '' } = makeSiteHeaders(
        siteSettings,
        inlineHashes,
      );
      const problems: string[] = [];
      for (const path of ['policy.nginx.conf', 'policy.caddy'])
        if (!(await readText(path)).includes(`"${policy}"`))
          problems.push(`another one in ${path}`);
      expectNone(policy, problems);
    },
  },
]);

/**
 * Checks a built site in a folder.
 * @throws {CliError} (exit 2) where the folder holds no built site
 */
export async function checkSiteFolder(
  folder: string,
  { strict }: { strict: boolean },
): Promise<CheckReport> {
  const startedAt = new Date();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: Error) => {
      throw new CliError(
        `the folder ${folder} cannot be read: ${error.message}; an address begins with https://`,
      );
    },
  );
  const filePaths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .map((path) => path.replaceAll('\\', '/').replace(/^\/+/, ''));
  if (!filePaths.includes('shell.html'))
    throw new CliError(`${folder} holds no built site: it has no shell.html`);
  const readBytes = (path: string) =>
    readFile(join(folder, path)).catch(() => {
      throw makeFailure(`a file ${path}`, 'none');
    });
  const readText = async (path: string) => String(await readBytes(path));
  const readFields = async (path: string) =>
    fieldsOf(tryParseJson(await readText(path).catch(() => '')));
  const facts: FolderFacts = {
    filePaths,
    readBytes,
    readText,
    siteSettings: await readFields('config.json'),
    inlineHashes: readHashes(await readFields('inline.json')),
  };
  const checkRun = await runAll<FolderFacts, FolderCheck>(folderChecks, {
    openContext: () => ({ ...facts }),
  });
  const reportFacts = { command: 'check-site', target: folder, startedAt, requests: 0, strict };
  return makeReportOfRun(checkRun, reportFacts);
}
