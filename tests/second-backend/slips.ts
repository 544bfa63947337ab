/** Slips of the kind that teams ship, each as a change of this backend: the checks once got past all of them. */
import { type BackendFault, fault } from './faults.ts';

export const slips: readonly BackendFault[] = [
  fault(
    'register: an address with dots is the one without',
    'applicants.register/accepts/email/dot',
    [
      'world.ts',
      "email.normalize('NFC').toLowerCase();",
      "email.normalize('NFC').toLowerCase().replace(/\\.(?=.*@)/g, '');",
    ],
  ),
  fault(
    'register: an address longer than 50 characters does not fit its column',
    'applicants.register/accepts/email/long',
    ['schema.sql', 'email varchar(254) not null', 'email varchar(50) not null'],
  ),
  fault(
    'register: an address of an account with a password is refused with 400',
    'applicants.register/duplicate-activated',
    [
      'accounts.ts',
      "throw new Problem(409, 'An applicant with this email address is already registered.');",
      "const known = await findPerson(db, email);\n      throw new Problem(known?.password ? 400 : 409, 'An applicant with this email address is already registered.');",
    ],
  ),
  fault(
    'resendEmail: mails the first link again, also when it is spent',
    'applicants.activate/late-link',
    [
      'accounts.ts',
      "const token = randomBytes(24).toString('base64url');\n  await db.sql`insert into links (token, applicant_id) values (${token}, ${person.id})`;",
      "const old = await db.sql<{ token: string }>`select token from links where applicant_id = ${person.id} limit 1`;\n  const token = old.rows[0]?.token ?? randomBytes(24).toString('base64url');\n  if (!old.rows[0]) await db.sql`insert into links (token, applicant_id) values (${token}, ${person.id})`;",
    ],
  ),
  fault(
    'resendEmail: the address of the account in another case is unknown',
    'applicants.resendEmail/other-case',
    [
      'accounts.ts',
      "if (!person) throw new Problem(404, 'No applicant is registered with this email address.');\n  // Someone",
      "if (person?.email !== email) throw new Problem(404, 'No applicant is registered with this email address.');\n  // Someone",
    ],
  ),
  fault(
    'createPassword: 406 only while she is ACTIVATED, later 400',
    'applicants.createPassword/in/TOOK_EXAM',
    [
      'accounts.ts',
      'if (person.password) throw new Problem(406,',
      "if (person.password) throw new Problem(person.status === 'ACTIVATED' ? 406 : 400,",
    ],
  ),
  fault('login: with a temporary password there are no roles', 'auth.forgotPassword/temporary', [
    'accounts.ts',
    "roles: [{ id: 3, name: 'ROLE_APPLICANT' }],",
    "roles: isTemporary ? [] : [{ id: 3, name: 'ROLE_APPLICANT' }],",
  ]),
  fault(
    'changePassword: makes the account ACTIVATED, wherever it was',
    'auth.changePassword/keeps-state',
    [
      'accounts.ts',
      'temporary_password = null\n    where id = ${person.id}`;\n  return success();',
      "temporary_password = null, status = 'ACTIVATED'\n    where id = ${person.id}`;\n  return success();",
    ],
  ),
  fault('getBioData: nothing once she has applied', 'applicants.getBioData/stays', [
    'application.ts',
    'applicantId: person.id, ...publicBiography(person)',
    "applicantId: person.id, ...(person.status === 'APPLIED' || person.status === 'ADMITTED' ? {} : publicBiography(person))",
  ]),
  fault(
    'getBioData: that there is nothing yet is cached for ever',
    'applicants.getBioData/expected-fields',
    [
      'application.ts',
      'function getBioData({ person }: ApplicantCall) {',
      'const none = new Set<number>();\n\nfunction getBioData(call: ApplicantCall) {\n  if (call.person.nationality === null) none.add(call.person.id);\n  const person = none.has(call.person.id) ? { ...call.person, nationality: null, countryOfResidence: null, profilePicture: null } : call.person;',
    ],
  ),
  fault('editProfile: saving the profile deletes the biography', 'applicants.getBioData/stays', [
    'application.ts',
    '    where id = ${person.id}`;\n  return success();',
    '    where id = ${person.id}`;\n  await world.db.sql`delete from biographies where applicant_id = ${person.id}`;\n  return success();',
  ]),
  fault(
    'exams.create: a running exam is answered with 200',
    'exams.create/running',
    [
      'exam.ts',
      'const { id, startedAt } =\n      (await runningAttempt(db, person)) ?? (',
      'const running = await runningAttempt(db, person);\n    const { id, startedAt } =\n      running ?? (',
    ],
    [
      'exam.ts',
      'json({ examQuestionDtoList, examDto }, 201)',
      'json({ examQuestionDtoList, examDto }, running ? 200 : 201)',
    ],
  ),
  fault('exams.create: the last two choices have one label', 'exams.create/distinct-labels', [
    'exam.ts',
    'chr(64 + position)',
    'chr(64 + least(position, 3))',
  ]),
  fault(
    'makeOffline: sent again it is refused, but overwrites what was sent first',
    'payments.makeOffline/in/ACTIVATION_PAID',
    [
      'payment.ts',
      "if (status === 'TOOK_EXAM' && rows[0])",
      "if ((status === 'TOOK_EXAM' || (refusal === 409 && status === 'ACTIVATION_PAID')) && rows[0])",
    ],
    [
      'payment.ts',
      "  await world.db.transaction(async (db) => {\n    await moveOn(db, person, 'TOOK_EXAM', 'ACTIVATION_PAID');\n    await db.sql`\n      update payments set\n        paid_at = now(), reference = ${reference}, bank_account_id = ${account?.id}, receipt = ${attachment}\n      where code = ${code}`;\n  });",
      "  await world.db.sql`\n      update payments set\n        paid_at = now(), reference = ${reference}, bank_account_id = ${account?.id}, receipt = ${attachment}\n      where code = ${code}`;\n  await moveOn(world.db as unknown as Db, person, 'TOOK_EXAM', 'ACTIVATION_PAID');",
    ],
    [
      'payment.ts',
      'async function payOnline({ world, person, json: body }: ApplicantCall) {\n',
      "async function payOnline({ world, person, json: body }: ApplicantCall) {\n  if (person.status !== 'TOOK_EXAM') throw new Problem(409, 'There is no pending payment.');\n",
    ],
  ),
  fault(
    'payOnline: the price is rounded before it is compared',
    'payments.payOnline/refuses/price/cents',
    ['payment.ts', 'price === payment.amount', 'Math.round(price) === payment.amount'],
  ),
  fault(
    'payOnline: a provider chosen again leads to an address without a code',
    'payments.payOnline/https',
    ['payment.ts', 'do update set begun_at = now() returning code', 'do nothing returning code'],
  ),
  fault(
    'a rejected payment keeps its receipt',
    'payments.getReceipt/rejected',
    [
      'payment.ts',
      'update payments set paid_at = null, reference = null, bank_account_id = null, receipt = null\n',
      'update payments set begun_again = true\n',
    ],
    [
      'schema.sql',
      "currency char(3) not null default 'ETB',",
      "currency char(3) not null default 'ETB',\n  begun_again boolean,",
    ],
  ),
  fault('getReceipt: an online payment has none', 'payments.getReceipt/online', [
    'payment.ts',
    'left join bank_accounts on bank_accounts.id = bank_account_id\n    where',
    'join bank_accounts on bank_accounts.id = bank_account_id\n    where',
  ]),
  fault('getReceipt: every payment is a deposit', 'payments.getReceipt/online', [
    'payment.ts',
    'bank_account_id is not null as "isOffline"',
    'paid_at is not null as "isOffline"',
  ]),
  fault('getReceipt: an account number loses its leading zero', 'bankAccounts.list/each-works', [
    'payment.ts',
    'account as "accountNumber"',
    'account::bigint::text as "accountNumber"',
  ]),
  fault(
    'getReceipt: the time is that of UTC, named as that of Addis Ababa',
    'payments.getReceipt/belongs-together',
    [
      'payment.ts',
      'iso(paid_at) as "datePaid"',
      'to_char(paid_at at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS"+03:00"\') as "datePaid"',
    ],
  ),
  fault('getReceipt: the date is that of the reading', 'payments.getReceipt/belongs-together', [
    'payment.ts',
    'iso(paid_at) as "datePaid"',
    'iso(now()) as "datePaid"',
  ]),
  fault(
    'saveBioData: 29 February 2000 is no day',
    'applicants.saveBioData/accepts/dateOfBirth/leap-day',
    [
      'application.ts',
      'day.toISOString().slice(0, 10) === date;',
      "day.toISOString().slice(0, 10) === date && !(date.endsWith('00-02-29'));",
    ],
  ),
  fault(
    "saveBioData: the education document may be another applicant's",
    'applicants.saveBioData/others/document',
    [
      'application.ts',
      "await demandFile(world.db, person, document, 'document', 'Education document');",
      "const kept = await world.db.sql`select from files where name = ${document} and kind = 'document'`;\n  if (kept.rows.length === 0) throw new Problem(400, 'Education document: Only PDF files are supported');",
    ],
  ),
  fault(
    'saveEducationData: a year before 2000 is refused',
    'applicants.saveEducationData/accepts/grade12Year/long-ago',
    ['application.ts', 'value >= 1000', 'value >= 2000'],
  ),
  fault('a required text may be blank', 'applicants.saveBioData/refuses/nationality/blank', [
    'validation.ts',
    "value.trim() !== ''",
    "value !== ''",
  ]),
  fault('files.upload: jpeg is no extension of a picture', 'files.upload/accepts/jpeg', [
    'files.ts',
    "['jpg', 'jpeg', 'png']",
    "['jpg', 'png']",
  ]),
  fault(
    'files.upload: a name in Ethiopic letters is refused',
    'files.upload/accepts/ethiopic-name',
    [
      'files.ts',
      "if (bytes.length === 0) throw new Problem(400, 'The file is empty');",
      "if (bytes.length === 0) throw new Problem(400, 'The file is empty');\n  if (/[^\\x20-\\x7e]/.test(name)) throw new Problem(400, 'The name of the file has unknown characters');",
    ],
  ),
  fault('files.upload: a long name does not fit its column', 'files.upload/accepts/long-name', [
    'files.ts',
    'const stored = `${randomUUID()}.${extension ?? form.extensions[0]}`;',
    "const stored = `${randomUUID().slice(0, 8)}-${name.replace(/[^\\w.-]/g, '_')}`;",
  ]),
  fault(
    'files.upload: pictures with camera data (Exif) are refused',
    'files.upload/accepts/capitals',
    ['files.ts', 'begins: [0xff, 0xd8, 0xff], ends', 'begins: [0xff, 0xd8, 0xff, 0xe0], ends'],
  ),
  fault('files.upload: a document goes through text', 'files.get/byte-for-byte', [
    'files.ts',
    "const sent = Buffer.from(bytes).toString('base64');",
    "const sent = Buffer.from(form.kind === 'document' ? new TextDecoder().decode(bytes) : bytes).toString('base64');",
  ]),
  fault('files.get: documents are for everybody who has logged in', 'files.get/others/document', [
    'files.ts',
    "where name = ${param('fileName')} and applicant_id = ${person.id}`",
    "where name = ${param('fileName')} and (applicant_id = ${person.id} or kind = 'document')`",
  ]),
];
