import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { paths as stepPaths } from '../../web/src/routes.ts';
import { launchChromium } from '../chromium.ts';
import { newApplicant, type State, type StoredSession, sessionOf } from '../site/applicants.ts';
import { buildBaseline } from './baseline.ts';
import type { Figure } from './figures.ts';
import { type Audit, auditAll } from './lighthouse.ts';
import { type ServedSite, serveSite } from './served-site.ts';
import { type AuditReach, auditRows, type WeightReach, weightRows } from './site-rows.ts';
import { firstVisit, type Weight } from './site-weight.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A built copy of another app, measured in the same run. */
const compared = process.env.BENCH_COMPARE_DIST;
const rounds = 5;

interface Page {
  name: string;
  path: string;
  weight: WeightReach;
  audit: AuditReach;
  /** For an applicant in this state. */
  as?: State;
  /** Weighed after its empty form was submitted; not audited. */
  sends?: true;
}

const applicantPage = {
  weight: { script: 120 },
  audit: { lcp: 1.8, tbt: 50, cls: 0.02 },
};

const ourPages: readonly Page[] = [
  {
    name: 'home',
    path: '/',
    // Everything together is weighed in the group `paint`.
    weight: { script: 105 },
    audit: { lcp: 1.0, tbt: 50, cls: 0 },
  },
  { name: 'program', path: '/admission/datascience', weight: { script: 120 }, audit: {} },
  { name: 'register', path: '/register', weight: { script: 120 }, audit: {} },
  { name: 'exam', path: stepPaths.takeExam, as: 'ACTIVATED', ...applicantPage },
  { name: 'payment', path: stepPaths.offlinePayment, as: 'TOOK_EXAM', ...applicantPage },
  {
    name: 'biography',
    path: stepPaths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    ...applicantPage,
  },
  {
    name: 'biography with the rules of its form',
    path: stepPaths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    sends: true,
    weight: { script: 120 },
    audit: {},
  },
];

const everything = ['performance', 'accessibility', 'lcp', 'tbt', 'cls'] as const;

/** Measures the weight and speed of the built site, next to a page with nothing but React. */
export async function siteFigures(): Promise<Figure[]> {
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const baseline = await buildBaseline();
  try {
    return await figuresOf(`${root}web/dist`, baseline.folder);
  } finally {
    await baseline.remove();
  }
}

async function figuresOf(ours: string, baseline: string): Promise<Figure[]> {
  const site = await serveSite(ours);
  const plain = await serveSite(baseline);
  const other = compared ? await serveSite(compared) : undefined;
  try {
    return await measure([
      ...ourPages.map((page) => ({ ...page, on: site, metrics: page.sends ? [] : everything })),
      ...[plain, ...(other ? [other] : [])].map(besides),
    ]);
  } finally {
    await Promise.all([site, plain, other].map((served) => served?.stop()));
  }
}

interface Measured extends Omit<Page, 'name'> {
  /** Missing: the page's own title. */
  name?: string;
  on: ServedSite;
  metrics: readonly (keyof Audit)[];
}

function besides(on: ServedSite): Measured {
  return { on, path: '/', weight: {}, audit: {}, metrics: ['lcp', 'tbt'] };
}

async function measure(pages: readonly Measured[]): Promise<Figure[]> {
  const sessions = await Promise.all(
    pages.map(({ on, as }) => as && sessionOf({ api: `${on.api}/api` }, newApplicant(as))),
  );
  const visits = await visitAll(pages, sessions);
  const audits = await auditAll(
    pages.map(({ on, path, sends }, at) => ({
      address: on.site + path,
      session: sessions[at],
      rounds: sends ? 0 : rounds,
    })),
  );
  return pages.flatMap(({ name, weight, metrics, audit }, at) => {
    const visit = visits[at] as Weight;
    const runs = audits[at] ?? [];
    const label = name ?? visit.title;
    return [...weightRows(label, visit, weight), ...auditRows(label, runs, metrics, audit)];
  });
}

async function visitAll(
  pages: readonly Measured[],
  sessions: readonly (StoredSession | undefined)[],
): Promise<Weight[]> {
  const browser = await launchChromium();
  const visits: Weight[] = [];
  try {
    for (const [at, { on, path, sends }] of pages.entries()) {
      visits.push(await firstVisit(browser, on, path, { session: sessions[at], sends }));
    }
    return visits;
  } finally {
    await browser.close();
  }
}
