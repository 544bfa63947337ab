/** Bugs that databases make, each as a change of this backend, and habits of databases that are right. */

/** In this file, this text (the first that is there), by that one. */
export type Edit = readonly [file: string, from: string, to: string];

export interface BackendFault {
  name: string;
  edits: readonly Edit[];
  /** The check that found it, which is tried first. */
  found: string;
}

export const fault = (name: string, found: string, ...edits: Edit[]): BackendFault => ({
  name,
  found,
  edits,
});

const asked =
  "throw new Problem(409, 'An applicant with this email address is already registered.')";

export const databaseFaults: readonly BackendFault[] = [
  fault(
    'an address is looked for before it is added, and no constraint holds it',
    'applicants.register/at-once',
    ['schema.sql', 'email_key text not null unique', 'email_key text not null'],
    ['accounts.ts', 'on conflict (email_key) do nothing returning', 'returning'],
    [
      'accounts.ts',
      "form.optionalText('referral');\n  form.done();",
      `form.optionalText('referral');\n  form.done();\n  if (await findPerson(world.db, email)) ${asked};`,
    ],
  ),
  fault('an address is compared letter by letter', 'applicants.register/duplicate-other-case', [
    'world.ts',
    '.toLowerCase();\n\nexport async',
    ';\n\nexport async',
  ]),
  fault('an address is a pattern', 'auth.forgotPassword/unknown/percent', [
    'world.ts',
    'where email_key = $',
    'where email_key like $',
  ]),
  fault('a code is a pattern', 'payments.getReceipt/unknown/code', [
    'payment.ts',
    'payments.code = ${param',
    'payments.code like ${param',
  ]),
  fault('a token is a pattern', 'applicants.activate/unknown/underscore', [
    'accounts.ts',
    '      where token = ${token}`',
    '      where token like ${token} limit 1`',
  ]),
  fault('a name of a file is a pattern', 'files.get/unknown/name', [
    'files.ts',
    "name = ${param('fileName')}",
    "name like ${param('fileName')}",
  ]),
  fault('a name is cut at its column', 'applicants.editProfile/odd-text', [
    'application.ts',
    'first_name = ${firstName},',
    'first_name = ${firstName}::varchar(40),',
  ]),
  fault('a name is cut at 255 letters', 'applicants.editProfile/odd-text', [
    'application.ts',
    'first_name = ${firstName},',
    'first_name = ${firstName}::varchar(255),',
  ]),
  fault('a reference is cut at its column', 'payments.makeOffline/odd-text', [
    'payment.ts',
    'reference = ${reference},',
    'reference = ${reference}::varchar(20),',
  ]),
  fault('a text with NUL is an error', 'applicants.register/never-5xx', [
    'problem.ts',
    "  ['22021', 'A text has a character that cannot be kept'],\n",
    '',
  ]),
  fault('a text that is too long is an error', 'applicants.register/never-5xx', [
    'problem.ts',
    "  ['22001', 'A text is too long'],\n",
    '',
  ]),
  fault(
    'a whole number is beyond its column',
    'applicants.applyForProgram/never-5xx',
    [
      'schema.sql',
      'id bigint generated always as identity (start with 301)',
      'id integer generated always as identity (start with 301)',
    ],
    ['schema.sql', 'batch_program_id bigint', 'batch_program_id integer'],
  ),
  fault('a password is kept without the blanks at its ends', 'auth.changePassword/keeps-text', [
    'accounts.ts',
    'scryptSync(password, salt, 32, cost).toString',
    'scryptSync(password.trim(), salt, 32, cost).toString',
  ]),
  fault('a name is kept as HTML', 'applicants.editProfile/odd-text', [
    'application.ts',
    'first_name = ${firstName},',
    "first_name = replace(${firstName}, '<', '&lt;'),",
  ]),
  fault('a name is kept without its marks', 'applicants.editProfile/odd-text', [
    'application.ts',
    'first_name = ${firstName},',
    "first_name = regexp_replace(normalize(${firstName}, NFD), '[\\u0300-\\u036f]', '', 'g'),",
  ]),
  fault('a phone number is a number', 'applicants.register/keeps-text', [
    'accounts.ts',
    '${lastName}, ${phone},',
    '${lastName}, ${phone}::numeric::text,',
  ]),
  fault('a receipt is the first there is', 'payments.getReceipt/own-receipt', [
    'payment.ts',
    "where payments.code = ${param('paymentCode')} and paid_at is not null`",
    "where ${param('paymentCode')}::text is not null and paid_at is not null order by paid_at limit 1`",
  ]),
  fault('what is due is the first payment there is', 'payments.getPending/own-code', [
    'payment.ts',
    'from payments where applicant_id = ${id}`',
    'from payments where ${id}::bigint > 0 order by code limit 1`',
  ]),
  fault('what is due is the newest payment there is', 'payments.getPending/own-code', [
    'payment.ts',
    'from payments where applicant_id = ${id}`',
    'from payments join applicants a on a.id = applicant_id where ${id}::bigint > 0 order by a.id desc limit 1`',
  ]),
  fault('a biography is the newest there is', 'applicants.getBioData/as-saved', [
    'schema.sql',
    'left join biographies on applicant_id = id;',
    'left join (select * from biographies order by applicant_id desc limit 1) b on true;',
  ]),
  fault('a file is read by its name alone', 'files.get/others/file', [
    'files.ts',
    "where name = ${param('fileName')} and applicant_id = ${person.id}",
    "where name = ${param('fileName')} and ${person.id}::bigint > 0",
  ]),
  fault('a receipt is attached by its name alone', 'payments.makeOffline/others/receipt', [
    'files.ts',
    'where name = ${name} and applicant_id = ${id}',
    'where name = ${name} and ${id}::bigint > 0',
  ]),
  fault('an exam is handed in by its id alone', 'exams.submit/others/exam', [
    'exam.ts',
    'and applicant_id = ${person.id} and state',
    'and ${person.id}::bigint > 0 and state',
  ]),
  fault('a status moves without a condition', 'payments.makeOffline/at-once', [
    'world.ts',
    'where id = ${id} and status = ${from} returning',
    'where id = ${id} and ${from}::text is not null returning',
  ]),
  fault('a whole row is saved, as it was read', 'applicants.saveContactData/at-once', [
    'application.ts',
    'first_name = ${firstName},',
    'status = ${person.status}, password = ${person.password}, first_name = ${firstName},',
  ]),
  fault('a temporary password is read, then spent', 'auth.forgotPassword/at-once', [
    'accounts.ts',
    'and temporary_password = ${temporaryPassword} returning',
    'and ${temporaryPassword}::text is not null returning',
  ]),
  fault(
    'a link is read, then spent, outside a transaction',
    'applicants.activate/at-once',
    [
      'accounts.ts',
      'const person = await world.db.transaction(async (db) => {',
      'const person = await (async (db: Db) => {',
    ],
    ['accounts.ts', 'return rows[0];\n  });', 'return rows[0];\n  })(world.db);'],
  ),
  fault(
    'an exam is looked for, then handed in, outside a transaction',
    'exams.submit/at-once',
    [
      'exam.ts',
      'return world.db.transaction(async (db) => {\n    const { rows }',
      'return (async (db: Db) => {\n    const { rows }',
    ],
    ['exam.ts', 'paymentDto }, 202);\n  });', 'paymentDto }, 202);\n  })(world.db);'],
    [
      'world.ts',
      'where id = ${id} and status = ${from} returning',
      'where id = ${id} and ${from}::text is not null returning',
    ],
    [
      'schema.sql',
      'applicant_id bigint not null unique references',
      'applicant_id bigint not null references',
    ],
  ),
  fault(
    'half of a step stays when the other half fails',
    'applicants.applyForProgram/refuses/selectedBatchProgramId/negative',
    [
      'application.ts',
      "    if (rows.length === 0) throw new Problem(404, 'This program is not open for applications.');\n    await moveOn(db, person, 'READY_TO_APPLY', 'APPLIED');",
      "    await moveOn(db, person, 'READY_TO_APPLY', 'APPLIED');\n    if (rows.length === 0) throw new Problem(404, 'This program is not open for applications.');",
    ],
    [
      'application.ts',
      'await world.db.transaction(async (db) => {\n    const { rows }',
      'await (async (db: typeof world.db) => {\n    const { rows }',
    ],
    [
      'application.ts',
      "'This program is not open for applications.');\n  });",
      "'This program is not open for applications.');\n  })(world.db);",
    ],
  ),
  fault('one right answer of several to a question is enough', 'exams.submit/every-choice', [
    'exam.ts',
    'answers.set(questionId, choice);',
    'if (!answers.get(questionId)?.isRight) answers.set(questionId, choice);',
  ]),
  fault(
    'the applicant of a call is kept for all calls',
    'applicants.getByEmail/nobody-elses-data',
    ['server.ts', 'const largestJson', 'let current: Person;\nconst largestJson'],
    [
      'server.ts',
      'return route.handle({ ...call, person: person as NonNullable<typeof person> });',
      'current = person as Person;\n  await new Promise(setImmediate);\n  return route.handle({ ...call, person: current });',
    ],
  ),
  fault('money is in cents', 'payments.getReceipt/same-as-payment', [
    'payment.ts',
    'amount as "paymentAmount"',
    'amount * 100 as "paymentAmount"',
  ]),
  fault('a rejected payment is deleted', 'staff.reject/pay-again', [
    'payment.ts',
    '    update payments set paid_at = null, reference = null, bank_account_id = null, receipt = null\n',
    '    delete from payments\n',
  ]),
  fault('an upload deletes the applicant’s others', 'files.get/byte-for-byte', [
    'files.ts',
    '  await world.db.sql`insert into files',
    '  await world.db.sql`delete from files where applicant_id = ${person.id}`;\n  await world.db.sql`insert into files',
  ]),
  fault('two uploads of one name are one row', 'files.upload/same-name', [
    'files.ts',
    'const stored = `${randomUUID()}.${extension ?? form.extensions[0]}`;',
    'const stored = `${person.id}-${name}`.slice(-50);\n  await world.db.sql`delete from files where name = ${stored}`;',
  ]),
  fault('a large file is cut at its column', 'files.upload/accepts/picture-at-limit', [
    'files.ts',
    "encode(bytes, 'base64')",
    "encode(substring(bytes from 1 for 1048576), 'base64')",
  ]),
  fault('the choices come in the order of their table', 'exams.create/mixed', [
    'exam.ts',
    'order by random()',
    'order by choices.id',
  ]),
  fault('a join doubles the rows of a list', 'bankAccounts.list/distinct-ids', [
    'payment.ts',
    'select * from bank_accounts order by id',
    'select bank_accounts.* from bank_accounts, generate_series(1, 2) order by id',
  ]),
  fault('a list joins what it should leave out', 'programs.courses/own', [
    'payment.ts',
    'left join courses on program_id = id',
    'left join courses on program_id is not null',
  ]),
  fault(
    'the account that was chosen is joined by the wrong column',
    'payments.getReceipt/same-as-payment',
    [
      'payment.ts',
      'left join bank_accounts on bank_accounts.id = bank_account_id',
      'left join bank_accounts on bank_accounts.id = bank_account_id + 1',
    ],
  ),
];

/** What databases do that is right: none of these raises an alarm. */
export const databaseHabits: readonly Omit<BackendFault, 'found'>[] = [
  {
    name: 'amounts and ids are text, lists come in any order, and a name loses the blanks at its ends',
    edits: [
      ['application.ts', 'first_name = ${firstName},', 'first_name = trim(${firstName}),'],
      ['database.ts', '{ [types.NUMERIC]: Number }', '{ [types.INT8]: String }'],
      ['payment.ts', 'price === payment.amount', 'price === Number(payment.amount)'],
      [
        'payment.ts',
        'select * from bank_accounts order by id',
        'select * from bank_accounts order by random()',
      ],
      ['payment.ts', 'from programs order by id', 'from programs order by random()'],
      ['payment.ts', 'order by semester, courses.code', 'order by random()'],
      [
        'payment.ts',
        'on program_id = programs.id order by 1',
        'on program_id = programs.id order by random()',
      ],
    ],
  },
];
