import { findOperation, readMessage, wireTemplate } from '@one-planet/contract';
import { createMailbox } from '../backend/adapters.ts';
import { findProgramProblem, findUnsetVariables } from '../backend/external-systems.ts';
import { createMockHelpers } from '../backend/page-requests.ts';
import { openTarget, type Target } from '../backend/target.ts';
import { loadSettings, type ResolvedSettings } from '../core/configuration.ts';
import { exitCodeOf, exitCodes, unwrapError } from '../core/exit.ts';
import { makeInterruptedError } from '../core/interruption.ts';
import type { RequestSettings } from '../core/settings.ts';
import { formatSettings } from '../core/settings-table.ts';
import { escapeControls, paint, print, readLineWidth } from '../core/terminal.ts';
import { formatCountedNoun, wrapWithHangingIndent } from '../core/text.ts';
import { defineCommand, journeySettings, targetSettings } from '../define-command.ts';
import { hideSecretsInText } from '../report/evidence.ts';

/* The parts that a full run needs, each tried in the way a run uses it. */

export type PartSettings = Omit<
  ResolvedSettings,
  'dialectName' | 'applicantName' | 'applicant' | 'settingOrigins' | 'configFile' | 'profile'
>;

export interface PartState {
  /**
   * `missing`: the settings do not have it. `broken`: they have it, and it does not work. `untried`: the backend, which
   * was not reached, would supply it.
   */
  state: 'ready' | 'missing' | 'broken' | 'untried';
  text: string;
  /** A line for the configuration that would fix it. */
  lineToAdd?: string;
}

const makeReadyPart = (lineText: string): PartState => ({ state: 'ready', text: lineText });
export const makeBrokenPart = (lineText: string): PartState => ({
  state: 'broken',
  text: lineText,
});
const untriedPart: PartState = {
  state: 'untried',
  text: 'not tried: it would come from the backend, which was not reached',
};
const makeMissingPart = (lineText: string, configurationLine: string): PartState => ({
  state: 'missing',
  text: lineText,
  lineToAdd: configurationLine,
});

interface DoctorTools {
  /** The backend's address, without /api. */
  origin: string;
  /**
   * Whether the backend has the helper pages of the mock, which can replace every adapter; `undefined` where it was not
   * reached.
   */
  isMock: boolean | undefined;
  signal: AbortSignal;
}

/* The backend itself: whether it is reached, and whether its public lists follow the contract. */

/**
 * Opens the target for the other parts, and tries it first.
 * @throws {CliError} (exit 2) when a secret of the connection is missing
 */
export async function openSetup(
  settings: PartSettings,
): Promise<{ target: Target; tools: DoctorTools; backendState: PartState; isReached: boolean }> {
  const target = await openTarget(settings);
  const { origin, request, signal } = target;
  const { found: backend, isReached } = await tryBackend(target, settings.target);
  const requestMockPage = createMockHelpers(origin, { request, timeoutMs: settings.timeoutMs });
  const emptyOutboxPath = '/_mock/outbox.json?to=nobody@example.com';
  const isMock = isReached
    ? await requestMockPage(emptyOutboxPath, { settingName: 'mailbox', signal }).then(
        Array.isArray,
        () => false,
      )
    : undefined;
  return { target, tools: { origin, isMock, signal }, backendState: backend, isReached };
}

/** A public list is refused: a gateway in front of the backend does that. */
function describeRefusal({ status, body }: { status: number; body: unknown }): PartState {
  const serverMessage = hideSecretsInText(readMessage(body) ?? '');
  const refusalText = serverMessage ? `: ${serverMessage.slice(0, 200)}` : '';
  return makeBrokenPart(
    `it refuses contents.list, which anybody may read (status ${status}${refusalText}). If a gateway asks for a header or a password, give them in "connection"`,
  );
}

async function tryBackend({ makeClient, responses, signal }: Target, address: string) {
  const targetText = address === 'mock' ? 'the embedded mock' : address;
  const startedAt = performance.now();
  try {
    const response = await makeClient({}).contents.list();
    if (response.status !== 200) return { found: describeRefusal(response), isReached: true };
    const durationMs = Math.round(performance.now() - startedAt);
    return {
      found: makeReadyPart(
        `${targetText} answers in ${durationMs} ms, and contents.list keeps the contract`,
      ),
      isReached: true,
    };
  } catch (error) {
    if (signal.aborted) throw makeInterruptedError();
    const substituteText = await responses.describeSubstitute();
    if (substituteText !== undefined)
      return { found: makeBrokenPart(hideSecretsInText(substituteText)), isReached: false };
    const cause = unwrapError(error);
    const message = hideSecretsInText((cause as Error).message);
    const isReached = exitCodeOf(cause) !== exitCodes.notReached;
    const dialectHint = isReached
      ? '. If your paths or names are others, run: admissions detect'
      : '';
    return { found: makeBrokenPart(`${message}${dialectHint}`), isReached };
  }
}

/* The answer key, and the site whose origin the backend has to allow. */

/** Tries whether the exam can be passed. */
export function tryExamKey(
  { exam, answerKey }: PartSettings,
  { isMock }: Pick<DoctorTools, 'isMock'>,
): PartState {
  if (exam !== 'pass') return makeReadyPart(`not needed: the exam is taken as "${exam}"`);
  if (answerKey) return makeReadyPart(`${answerKey.size} answers`);
  if (isMock === undefined) return untriedPart;
  if (isMock) return makeReadyPart("the mock's own key");
  return makeMissingPart(
    'nobody knows the right answers: whoever wrote the questions does',
    '"examKey": "exam-key.json"',
  );
}

/** Tries whether the site is reached, and whether the backend allows its origin. */
export async function trySite(
  { siteOrigin, dialect }: PartSettings,
  { request }: Pick<Target, 'request'>,
  { origin, isMock, signal }: DoctorTools,
): Promise<PartState> {
  if (siteOrigin === undefined) {
    if (isMock) return makeReadyPart('any site is let in by the mock');
    return makeMissingPart(
      "the site's origin is not known: what a browser needs is not checked",
      '"siteOrigin": "https://admissions.example.edu"',
    );
  }
  const siteOriginToTry = new URL(siteOrigin).origin;
  const signalWithLimit = AbortSignal.any([signal, AbortSignal.timeout(15_000)]);
  const homePageResponse = await request(`${siteOriginToTry}/`, {
    method: 'GET',
    headers: {},
    signal: signalWithLimit,
    maxBytes: 0,
  }).catch(() => undefined);
  // A run needs only the name of the site: the backend may be ready before it.
  const siteText = homePageResponse
    ? `${siteOriginToTry} answers ${homePageResponse.status}`
    : `${siteOriginToTry} is not reached from here, which a run does not need`;
  if (siteOriginToTry === origin)
    return makeReadyPart(`${siteText}, and is the backend's own origin`);
  const path = wireTemplate(
    dialect,
    'contents.list',
    findOperation('contents.list')?.route.path ?? '',
  );
  const { headers } = await request(`${origin}/api${path}`, {
    method: 'GET',
    headers: { origin: siteOriginToTry },
    signal: signalWithLimit,
  });
  const allowedOrigin = headers.get('access-control-allow-origin');
  if (allowedOrigin === siteOriginToTry || allowedOrigin === '*')
    return makeReadyPart(`${siteText}, and is let in`);
  return makeBrokenPart(
    `${siteText}, but the backend does not let it in: access-control-allow-origin is ${allowedOrigin ?? 'missing'}`,
  );
}

/** Looks whether the program of a command exists. It is not run, because it would act. */
function tryCommand(command: readonly string[], folder: string): PartState {
  const problem = findProgramProblem(command, folder);
  if (problem !== undefined) return makeBrokenPart(problem);
  return makeReadyPart(`${command[0]} is there; it was not run`);
}

/* Where activation mails are found, and whether the run's applicants can receive any. */

const exampleEmail = 'nobody@example.com';
const exampleMailboxLine =
  '"mailbox": { "use": "imap", "host": "imap.example.edu", "user": "nightly" }';
const exampleEmailLine = '"email": "nightly+{run}@example.edu"';

/** Reads the mailbox once, as a run would. */
export async function tryMailbox(
  settings: PartSettings,
  { request }: Pick<Target, 'request'>,
  { origin, isMock, signal }: DoctorTools,
): Promise<PartState> {
  const { mailbox, folder, timeoutMs } = settings;
  if (mailbox.use === 'mock' && isMock === undefined) return untriedPart;
  if (mailbox.use === 'mock' && !isMock) {
    return makeMissingPart(
      'nobody reads the activation mail: without it, nobody gets past registration',
      exampleMailboxLine,
    );
  }
  if (mailbox.use === 'prompt')
    return makeReadyPart('you are asked for each link, at the terminal');
  if (mailbox.use === 'command') return tryCommand(mailbox.command, folder);
  try {
    const pageAccess = { request, timeoutMs };
    const requestMockPage = createMockHelpers(origin, pageAccess);
    const openMailbox = await createMailbox(settings, { origin, requestMockPage, pageAccess });
    try {
      await openMailbox.findSeenMailIds(exampleEmail, signal);
    } finally {
      await openMailbox.close?.();
    }
    return makeReadyPart(
      mailbox.use === 'mock' ? "the mock's outbox" : `${mailbox.use}: opened and searched`,
    );
  } catch (error) {
    if (signal.aborted) throw makeInterruptedError();
    return makeBrokenPart((error as Error).message);
  }
}

function tryEmail({ mailbox, email }: PartSettings, { isMock }: DoctorTools): PartState {
  if (email !== undefined) return makeReadyPart(email);
  if (mailbox.use === 'mock' && isMock === undefined) return untriedPart;
  if (mailbox.use === 'mock' && isMock) return makeReadyPart('any address will do on the mock');
  return makeMissingPart(
    'applicants get addresses at example.com, whose mail nobody reads',
    exampleEmailLine,
  );
}

/* The staff, the payment provider, the clean-up, and the receivers of messages. */

const exampleStaffLine =
  '"staff": { "use": "http", "requests": { "verify": { "url": "https://staff.example.edu/verify/{paymentCode}", "headers": { "authorization": "Bearer {env:STAFF_TOKEN}" } } } }';

/** Tries whether staff can verify a payment. Nobody is asked to, because that would need an applicant. */
export function tryStaff({ staff, folder }: PartSettings, { isMock }: DoctorTools): PartState {
  switch (staff.use) {
    case 'mock':
      if (isMock === undefined) return untriedPart;
      if (isMock) return makeReadyPart("the mock's staff page");
      return makeMissingPart(
        'nobody verifies the payment: a run ends there, waiting (exit 4)',
        exampleStaffLine,
      );
    case 'none':
      return makeMissingPart(
        '"none": a run ends at the payment, waiting (exit 4)',
        exampleStaffLine,
      );
    case 'prompt':
      return makeReadyPart('you are asked to verify each payment, at the terminal');
    case 'wait':
      return makeReadyPart(
        `staff have ${Math.round(staff.waitMs / 60_000)} min; a run waits for them`,
      );
    case 'command':
      return tryCommand(staff.command, folder);
    case 'http':
      return tryRequests(Object.values(staff.requests));
  }
}

function tryProvider({ provider, pay, folder }: PartSettings, { isMock }: DoctorTools): PartState {
  if (provider.use === 'command') return tryCommand(provider.command, folder);
  if (provider.use === 'prompt') return makeReadyPart('you are asked to pay, at the terminal');
  if (pay === 'offline' && !isMock)
    return makeReadyPart('the fee is paid offline; without "provider", check skips two checks');
  if (provider.use === 'mock' && isMock === undefined) return untriedPart;
  if (provider.use === 'mock' && isMock) return makeReadyPart("the mock's payment page");
  return makeMissingPart(
    `nobody pays at ${pay}`,
    '"provider": { "use": "command", "command": ["node", "pay.mjs"] }',
  );
}

/** Tries the clean-up, which removes what runs create; it is optional. */
function tryCleanUp({ cleanUp, folder }: PartSettings): PartState {
  if (cleanUp.use === 'command') return tryCommand(cleanUp.command, folder);
  if (cleanUp.use === 'http') return tryRequests([cleanUp.request]);
  return makeReadyPart('nobody: what a run creates stays on the backend');
}

function tryRequests(requests: readonly (RequestSettings | undefined)[]): PartState {
  const problem = findUnsetVariables(requests);
  if (problem !== undefined) return makeBrokenPart(problem);
  const requestHosts = requests.flatMap((request) =>
    request ? [new URL(request.url.replace(/[{}]/g, '')).host] : [],
  );
  return makeReadyPart(`requests to ${[...new Set(requestHosts)].join(', ')}; none was sent`);
}

/* All parts of a full run, in the order in which a run needs them. */

interface Diagnosis extends PartState {
  partName: string;
}

/**
 * Tries every part. If the backend is not reached, nothing that needs it is tried.
 * @param onPart called with each part as it is found; after Ctrl-C these may be the only results
 * @throws {CliError} (exit 2) when a secret of the connection is missing, (exit 130) on Ctrl-C
 */
async function diagnose(
  settings: PartSettings,
  onPart: (diagnosis: Diagnosis) => void,
): Promise<{ diagnosedParts: Diagnosis[]; isReached: boolean }> {
  const { target, tools, backendState, isReached } = await openSetup(settings);
  try {
    const diagnosedParts: Diagnosis[] = [];
    const add = (partName: string, partState: PartState) => {
      diagnosedParts.push({ partName, ...partState });
      onPart({ partName, ...partState });
    };
    add('backend', backendState);
    add('mailbox', await tryMailbox(settings, target, tools));
    add('email', tryEmail(settings, tools));
    add('exam key', tryExamKey(settings, tools));
    add('payment', tryProvider(settings, tools));
    add('staff', tryStaff(settings, tools));
    if (isReached) add('site', await trySite(settings, target, tools));
    add('clean-up', tryCleanUp(settings));
    return { diagnosedParts, isReached };
  } finally {
    await target.close();
  }
}

/**
 * @returns the mark in front of a part's line
 * @param stream where it is shown: colours are used only in a terminal
 */
export function paintMark(
  { state }: Pick<PartState, 'state'>,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const [colour, sign] = signsByState[state];
  return paint(colour, sign, stream);
}

const signsByState = {
  ready: ['green', '✓'],
  missing: ['yellow', '–'],
  broken: ['red', '✗'],
  untried: ['dim', '-'],
} as const;

export const command = defineCommand({
  name: 'doctor',
  description:
    'Shows the settings in force and where each comes from, tries everything a full run needs, in order, and says what to add where something is missing. Nothing is registered, sent or changed.',
  settings: [...targetSettings, ...journeySettings],
  options: {},
  helpText: `
Of a setting, the last of these counts: default, file, profile, environment,
flag. ADMISSIONS_CONFIG and ADMISSIONS_PROFILE choose the file and the profile;
ADMISSIONS_TARGET, ADMISSIONS_TIMEOUT_MS … set one setting each.

Exit codes: 0 all is there, 2 something is missing or does not work, 3 the
backend was not reached.

Examples:
  admissions doctor --target https://staging.example.edu
  admissions doctor --profile staging`,
  async run(flags) {
    const settings = await loadSettings(flags);
    for (const line of formatSettings(settings)) print(line);
    print();
    const { diagnosedParts, isReached } = await diagnose(settings, (diagnosis) => {
      for (const line of formatPartLines(diagnosis)) print(line);
    });
    const partsToMend = diagnosedParts.filter(
      ({ state }) => state === 'missing' || state === 'broken',
    );
    const configPath = settings.configFile ?? 'admissions.config.json';
    const fileName =
      settings.profile === undefined
        ? configPath
        : `profile "${settings.profile}" of ${configPath}`;
    print();
    if (partsToMend.length === 0) {
      const { profile } = settings;
      const profileFlag = profile === undefined ? '' : ` --profile ${profile}`;
      print(
        `A full run has all it needs. Next: admissions journey${profileFlag}, then admissions check${profileFlag}`,
      );
      return exitCodes.done;
    }
    const problemCountText = formatCountedNoun(partsToMend.length, 'part');
    print(
      `${problemCountText} of ${diagnosedParts.length} to mend, in ${fileName}. Then run this command again`,
    );
    return isReached ? exitCodes.wrongUsage : exitCodes.notReached;
  },
});

/** The line of a part, and the configuration line that fixes it, which is never wrapped so that it can be copied. */
function formatPartLines(diagnosis: Diagnosis): string[] {
  const { partName, text, lineToAdd } = diagnosis;
  return [
    ...wrapWithHangingIndent(
      `${paintMark(diagnosis)} ${partName.padEnd(10)}`,
      escapeControls(text),
      readLineWidth(),
      12,
    ),
    ...(lineToAdd === undefined ? [] : [`${' '.repeat(12)}${paint('dim', 'add')} ${lineToAdd}`]),
  ];
}
