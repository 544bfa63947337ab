/**
 * `npm run screenshots -- --compare COMMIT`: takes twelve pages at two widths from this working copy and from another
 * commit, on the same machine, and writes a page that shows what moved. Not a part of CI, because fonts differ.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precreatedEmailIn } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { paths } from '../web/src/site/routes.ts';
import { createDemo, type Demo, type LoginState, openLoggedIn } from './support/demo.ts';
import { startProgram, waitUntilServed } from './support/run-command.ts';
import { getSharedBrowser, withPagePool } from './support/servers.ts';
import { renderWholePage } from './support/translator.ts';

/** The applicant who opens each page; nobody is logged in on the first five. */
const pages: readonly { name: string; path: string; state?: LoginState }[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/admission/datascience' },
  { name: 'before-you-apply', path: paths.disclaimer },
  { name: 'register', path: paths.register },
  { name: 'login', path: paths.login },
  { name: 'applicant-home', path: '/', state: 'BIOGRAPHIC_APPLICANT' },
  { name: 'exam', path: paths.takeExam, state: 'ACTIVATED' },
  { name: 'payment', path: paths.offlinePayment, state: 'TOOK_EXAM' },
  { name: 'biography', path: paths.biographyData, state: 'BIOGRAPHIC_APPLICANT' },
  { name: 'education', path: paths.educationBackground, state: 'BIOGRAPHIC_APPLICANT2' },
  { name: 'contact', path: paths.emergencyContact, state: 'BIOGRAPHIC_APPLICANT3' },
  { name: 'confirmation', path: paths.applyProgramConfirmation, state: 'APPLIED' },
];
const widths = [360, 1280];

/** What moved on one page at one width. */
interface Difference {
  pictureName: string;
  heightBefore: number;
  heightAfter: number;
  /** Of the pixels of both pictures' common area. */
  changedShare: number;
}

/**
 * Takes and compares the pictures, and prints a line for each.
 * @param commit whatever git takes for one
 * @param root the folder of this working copy, with a built demo
 * @throws {Error} where git, the installation or the build of the other commit fails
 */
export async function compareScreenshots(commit: string, root: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'screenshots-'));
  const otherRoot = join(folder, 'commit');
  const run = (cwd: string, program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const commitId = execFileSync('git', ['rev-parse', `${commit}^{commit}`], { cwd: root });
  run(root, 'git', 'clone', '--quiet', '--shared', root, otherRoot);
  run(otherRoot, 'git', 'checkout', '--quiet', '--detach', `${commitId}`.trim());
  run(otherRoot, 'npm', 'ci', '--silent');
  run(otherRoot, 'npm', 'run', 'build:demo');

  await takePictures(otherRoot, join(folder, 'before'));
  await takePictures(root, join(folder, 'after'));
  const page = await (await getSharedBrowser()).newPage();
  const differences: Difference[] = [];
  for (const pictureName of pictureNames) {
    const difference = await measureDifference(page, folder, pictureName);
    differences.push(difference);
    console.log(describeDifference(difference));
  }
  const indexFile = join(folder, 'index.html');
  await writeFile(indexFile, makeIndexHtml(differences));
  console.log(indexFile);
}

const pictureNames = pages.flatMap(({ name }) => widths.map((width) => `${name}-${width}.png`));

/** Starts the demo of a working copy, and takes every page at every width. */
async function takePictures(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const commandFile = join(root, 'cli/bin/admissions.js');
  const demoFlags = ['--port', '0', '--api-port', '0', '--applicants', '100'];
  const served = await waitUntilServed(
    startProgram(process.execPath, commandFile, 'demo', ...demoFlags),
  );
  const { siteUrl, apiUrl, close } = served;
  // The pictures need no mail, and nobody of the staff.
  const demo = await createDemo(
    withPagePool(await getSharedBrowser(), { siteUrl, apiUrl, backOffice: {} as Demo }, close),
  );
  try {
    for (const { name, path, state } of pages) {
      for (const width of widths) {
        const options = { viewport: { width, height: 740 } };
        const page = state
          ? await openLoggedIn(demo, precreatedEmailIn(state), path, options)
          : await demo.open(path, options);
        await page.waitForLoadState('networkidle');
        await renderWholePage(page);
        await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
        await page.context().close();
      }
    }
  } finally {
    await demo.close();
  }
}

/** @param page a page of the browser, which reads both pictures */
async function measureDifference(
  page: Page,
  folder: string,
  pictureName: string,
): Promise<Difference> {
  const readPicture = async (side: string) => {
    return (await readFile(join(folder, side, pictureName))).toString('base64');
  };
  const sizes = await page.evaluate(
    async (pictures) => {
      const drawings = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          const pixels = context?.getImageData(0, 0, image.width, image.height).data;
          return { height: image.height, words: new Uint32Array(pixels?.buffer ?? []) };
        }),
      );
      const [before, after] = drawings;
      const commonLength = Math.min(before?.words.length ?? 0, after?.words.length ?? 0);
      let changedCount = 0;
      for (let index = 0; index < commonLength; index += 1) {
        if (before?.words[index] !== after?.words[index]) changedCount += 1;
      }
      const changedShare = changedCount / Math.max(1, commonLength);
      return {
        heightBefore: before?.height ?? 0,
        heightAfter: after?.height ?? 0,
        changedShare,
      };
    },
    [await readPicture('before'), await readPicture('after')],
  );
  return { pictureName, ...sizes };
}

function describeDifference(difference: Difference): string {
  const { pictureName, heightBefore, heightAfter, changedShare } = difference;
  const percent = `${Math.round(changedShare * 100)} % of the pixels changed`;
  return `${pictureName}: ${heightBefore} → ${heightAfter} px high, ${percent}`;
}

/** @returns a page with both pictures of each page, and a third in which everything black stayed the same */
function makeIndexHtml(differences: readonly Difference[]): string {
  const sections = differences.map((difference) => {
    const { pictureName } = difference;
    const before = `<img src="before/${pictureName}" alt="before">`;
    const after = `<img src="after/${pictureName}" alt="after">`;
    return `<h2>${describeDifference(difference)}</h2><div>${before}${after}<span>${before}${after}</span></div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>What moved</title>
<style>
  div { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; align-items: start }
  img { width: 100%; border: 1px solid }
  span { position: relative }
  span img + img { position: absolute; inset: 0; mix-blend-mode: difference }
</style>
${sections.join('\n')}
`;
}
