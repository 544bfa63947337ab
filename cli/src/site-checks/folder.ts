/** Checks of a built site in a folder, before it is copied to its host (docs/hosting.md). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { checkSettings } from '@one-planet/contract';
import { type InlineHashes, makeSiteHeaders } from '@one-planet/contract/site-headers';
import { type Check, type CheckSubject, runAll } from '../checks/engine.ts';
import { makeFailure } from '../checks/outcome.ts';
import { makeReportOfRun } from '../checks/run-report.ts';
import { CliError } from '../core/exit.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import type { CheckReport } from '../report/report.ts';
import { findAddressesIn, readBuildId } from './paths.ts';
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

/** The page for maintenance is none of the site's: it loads nothing. */
const pagesOf = ({ filePaths }: FolderFacts) =>
  filePaths.filter((path) => path.endsWith('.html') && path !== 'maintenance.html');

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
    id: 'folder/hashes',
    sentence: 'inline.json MUST name the style and the script that every page carries in itself.',
    run: async (facts) => {
      const problems: string[] = [];
      for (const path of pagesOf(facts)) {
        const html = await facts.readText(path);
        for (const element of ['style', 'script'] as const) {
          const text = html.split(`<${element}>`)[1]?.split(`</${element}>`)[0] ?? '';
          const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
          if (facts.inlineHashes[element]?.[0] !== hash)
            problems.push(`${path} carries the ${element} ${hash}`);
        }
      }
      expectNone('the hashes of inline.json', problems);
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
  {
    id: 'folder/compressed',
    sentence: 'A compressed file MUST be the one beside it.',
    run: async ({ filePaths, readBytes }) => {
      const problems: string[] = [];
      for (const path of filePaths.filter((name) => /\.(br|gz)$/.test(name))) {
        const plainPath = path.replace(/\.(br|gz)$/, '');
        const decompress = path.endsWith('.br') ? brotliDecompressSync : gunzipSync;
        const isSame =
          filePaths.includes(plainPath) &&
          decompress(await readBytes(path)).equals(await readBytes(plainPath));
        if (!isSame) problems.push(`${path} is of another file`);
      }
      expectNone('the same files', problems);
    },
  },
  {
    id: 'folder/worker',
    sentence:
      'worker.js MUST have no compressed copy, which would be sent in the place of its switch.',
    run: ({ filePaths }) =>
      expectNone(
        'worker.js alone',
        filePaths.filter((path) => /^worker\.js\./.test(path)),
      ),
  },
  {
    id: 'folder/links',
    sentence: 'Every file that a page names MUST be there.',
    leavesOpen: 'Links to pages, which the host answers with the frame.',
    run: async (facts) => {
      const problems: string[] = [];
      for (const path of pagesOf(facts)) {
        const pageAddress = `https://site.invalid/${path.replace(/index\.html$/, '')}`;
        for (const address of findAddressesIn(await facts.readText(path), pageAddress)) {
          const { hostname, pathname } = new URL(address);
          const filePath = decodeURI(pathname).slice(1);
          const isFile = hostname === 'site.invalid' && posix.extname(filePath) !== '';
          if (isFile && !facts.filePaths.includes(filePath))
            problems.push(`${path} names /${filePath}, which is not there`);
        }
      }
      expectNone('every file', [...new Set(problems)]);
    },
  },
  {
    id: 'folder/build',
    sentence: 'All pages and inline.json MUST be of one build.',
    run: async (facts) => {
      const { build } = fieldsOf(tryParseJson(await facts.readText('inline.json')));
      const buildIds = new Set([String(build)]);
      for (const path of pagesOf(facts)) buildIds.add(readBuildId(await facts.readText(path)));
      if (buildIds.size > 1) throw makeFailure('one build', [...buildIds].join(', '));
      return String(build);
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
