/** What answers a path (docs/hosting.md, what answers a path). */
import { randomBytes } from 'node:crypto';
import { needStatus, type SiteCheck, type SiteFacts, SiteFault, told } from './check.ts';

const rule = 'hosting#what-answers-a-path';
const leavesOpen = 'Every other path of the same kind.';
const none = randomBytes(4).toString('hex');
/** Of an activation link that nobody was sent. */
export const madeUpToken = `${none}.${none}`;

/** @throws {SiteFault} where the path is not answered with a page */
async function needPage(facts: SiteFacts, path: string) {
  const visit = await facts.visit(path);
  needStatus(visit, 200);
  const type = visit.headers.get('content-type') ?? '';
  if (!/^text\/html\b/i.test(type)) throw new SiteFault('text/html', told(visit), visit);
  return visit;
}

/** @throws {SiteFault} where it is not answered with the frame of its language */
async function needFrame(facts: SiteFacts, path: string, frame: string): Promise<undefined> {
  const [visit, shell] = [await needPage(facts, path), await needPage(facts, frame)];
  if (visit.text !== shell.text) {
    throw new SiteFault(`${path} answered with ${frame}`, 'another page', visit);
  }
  return undefined;
}

async function needNothing(facts: SiteFacts, path: string): Promise<undefined> {
  const visit = await facts.visit(path);
  if (visit.status !== 404) throw new SiteFault('status 404', told(visit), visit);
  return undefined;
}

export const paths: readonly SiteCheck[] = [
  {
    id: 'paths/home',
    level: 'must',
    sentence: "The home page MUST be answered, complete, and be this site's.",
    rule,
    proves: '/ is a page of the build, with a title and a heading before any script.',
    leavesOpen: 'What it looks like.',
    run: async (facts) => {
      const visit = await needPage(facts, '/');
      if (!/\sdata-files="/.test(visit.text)) {
        throw new SiteFault("a page of the site's build", 'another page', visit);
      }
      if (!/<h1[\s>]/.test(visit.text) || !/<title>[^<]+</.test(visit.text)) {
        throw new SiteFault('a page with a title and a heading', 'one without', visit);
      }
      return undefined;
    },
  },
  {
    id: 'paths/page',
    level: 'must',
    sentence: 'A page MUST be found with and without a slash at its end.',
    rule,
    proves: '/about and /about/ are answered with the same page, which is not the frame.',
    leavesOpen,
    run: async (facts) => {
      const [plain, slash] = [await needPage(facts, '/about'), await needPage(facts, '/about/')];
      if (plain.text !== slash.text) throw new SiteFault('the same page', 'another one', slash);
      const shell = await needPage(facts, '/shell.html');
      if (plain.text === shell.text) throw new SiteFault('about/index.html', 'the frame', plain);
      return undefined;
    },
  },
  {
    id: 'paths/case',
    level: 'should',
    sentence: 'A page SHOULD be found whatever the case of its address.',
    rule,
    proves: '/About is answered with the page of /about.',
    leavesOpen: 'Without it the same page comes a moment later.',
    run: async (facts) => {
      const [mixed, plain] = [await needPage(facts, '/About'), await needPage(facts, '/about')];
      if (mixed.text !== plain.text) throw new SiteFault('the page of /about', 'another', mixed);
      return undefined;
    },
  },
  {
    id: 'paths/unknown',
    level: 'must',
    sentence: 'An unknown path MUST be answered with the frame of the site.',
    rule,
    proves: 'The path of a program that the build did not know is answered with shell.html.',
    leavesOpen,
    run: (facts) => needFrame(facts, `/admission/none-${none}`, '/shell.html'),
  },
  {
    id: 'paths/activation',
    level: 'must',
    sentence: 'An activation link MUST open, whatever its token looks like.',
    rule,
    proves: 'A token with dots is answered with shell.html: a dot alone makes no file.',
    leavesOpen: 'Whether a real token activates: admissions check.',
    run: (facts) => needFrame(facts, `/applicant/activate/${madeUpToken}`, '/shell.html'),
  },
  {
    id: 'paths/language',
    level: 'must',
    sentence: 'A path of another language MUST be answered in that language.',
    rule,
    proves: '/am/about is a page, and an unknown path below /am/ its own frame.',
    leavesOpen: 'The other languages.',
    run: async (facts) => {
      await needPage(facts, '/am/about');
      return needFrame(facts, `/am/admission/none-${none}`, '/am/shell.html');
    },
  },
  {
    id: 'paths/missing-script',
    level: 'must',
    sentence: 'A missing script MUST be answered with 404, not with a page.',
    rule,
    proves: 'A file that /assets/ does not have is 404.',
    leavesOpen,
    run: (facts) => needNothing(facts, `/assets/none-${none}.js`),
  },
  {
    id: 'paths/missing-file',
    level: 'must',
    sentence: 'A missing file MUST be answered with 404, not with a page.',
    rule,
    proves: 'A picture that is not there is 404.',
    leavesOpen,
    run: (facts) => needNothing(facts, `/none-${none}.png`),
  },
];
