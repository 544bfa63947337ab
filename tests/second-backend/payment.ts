/** Bank accounts, programs, what is due, and its receipt. */

import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';
import { demandFile } from './files.ts';
import { type ApplicantCall, type Call, Decimal, guarded, json, open, success } from './http.ts';
import { Problem } from './problem.ts';
import { Form } from './validation.ts';
import { moveOn, type Person, type World } from './world.ts';

/** An account of the college, as applicants see it. */
interface BankAccount {
  id: number;
  bank: string;
  account: string;
  status: 'ACTIVE' | 'INACTIVE';
}

export async function bankAccountsIn(db: Db): Promise<BankAccount[]> {
  return (await db.sql<BankAccount>`select * from bank_accounts order by id`).rows;
}

async function programs({ world }: Call) {
  const { rows } = await world.db.sql<{ name: string }>`
    select
      id, code, name, 'Degree' as "studyLevel", 'Online' as modality, '4 years' as duration,
      fee_per_credit_hour as "feePerCreditHour", career_opportunity as "careerOpportunity",
      name || ', studied online at your own pace.' as description, picture as "base64String"
    from programs order by id`;
  return json(rows);
}

async function courses({ world, param }: Call) {
  const id = param('programId');
  const { rows } = await world.db.sql<{ courseCode: string | null }>`
    select
      semester as "semesterNumber", courses.code as "courseCode", courses.name as "courseName",
      3 as "creditHours", 5 as "ectsCredit", prerequisite
    from programs left join courses on program_id = id
    where id = ${id} order by semester, courses.code`;
  if (rows.length === 0) throw new Problem(404, 'No such program');
  return json(rows.filter(({ courseCode }) => courseCode !== null));
}

async function applicable({ world }: Call) {
  const { rows } = await world.db.sql<{ id: number; programId: string; name: string }>`
    select batch_programs.id, programs.id as "programId", name
    from batch_programs join programs on program_id = programs.id order by 1`;
  const batch = { id: 25, name: '2025 entry' };
  return json(
    rows.map(({ id, programId, name }) => ({ id, batch, program: { id: programId, name } })),
  );
}

const contents = async ({ world }: Call) =>
  json((await world.db.sql`select id, content from contents order by id`).rows);

export const catalogueRoutes = [
  open('GET /api/programs/private', programs),
  open('GET /api/program_courses/private/my_courses/{programId}', courses),
  guarded('GET /api/batch_programs/private/applicable', applicable),
  open('GET /api/contents/private', contents),
  open('GET /api/bank-accounts/private', async ({ world }) => json(await bankAccountsIn(world.db))),
];

const description = 'Application fee for online study';
/** The currency each provider charges in. */
const currencies = new Map([
  ['PAYPAL', 'USD'],
  ['STRIPE', 'USD'],
  ['ARIFPAY', 'ETB'],
]);

interface Payment {
  code: string;
  amount: number;
  currency: string;
}

export async function openPayment(db: Db, { id }: Person): Promise<Payment> {
  const code = `OPC-${randomBytes(5).toString('hex').toUpperCase()}`;
  const { rows } = await db.sql<Payment>`
    insert into payments (code, applicant_id) values (${code}, ${id}) returning code, amount, currency`;
  return rows[0] as Payment;
}

export function paymentFacts({ code, amount, currency }: Payment) {
  return {
    isOffline: true,
    paymentAmount: new Decimal(amount),
    paymentCode: code,
    currency,
    paymentDescription: description,
  };
}

/** @param refusal the status where nothing is due */
async function pendingOf(db: Db, { id, status }: Person, refusal: number): Promise<Payment> {
  const { rows } = await db.sql<Payment>`
    select code, amount, currency from payments where applicant_id = ${id}`;
  if (status === 'TOOK_EXAM' && rows[0]) return rows[0];
  throw new Problem(refusal, 'There is no pending payment.');
}

async function getPending({ world: { db }, person }: ApplicantCall) {
  const paymentDto = paymentFacts(await pendingOf(db, person, 404));
  return json({ bankAccountList: await bankAccountsIn(db), paymentDto });
}

async function makeOffline({ world, person, json: body }: ApplicantCall) {
  const payment = await pendingOf(world.db, person, 409);
  const form = new Form(body);
  const code = form.text('paymentCode', 'Payment code');
  const reference = form.text('transactionReference', 'Transaction reference number');
  const attachment = form.text('attachmentUrl', 'Transaction receipt');
  const { paidInto } = world.reading;
  const named =
    paidInto === 'id'
      ? form.number('bankAccount', 'Bank account')
      : form.text('bankAccount', 'Bank account') || undefined;
  const account = (await bankAccountsIn(world.db)).find((one) => one[paidInto] === named);
  if (named !== undefined) {
    form.demand(account?.status === 'ACTIVE', 'This bank account does not take payments');
  }
  form.done();
  if (code !== payment.code) throw new Problem(404, 'No such payment code');
  await demandFile(world.db, person, attachment, 'picture', 'Transaction receipt');
  await world.db.transaction(async (db) => {
    await moveOn(db, person, 'TOOK_EXAM', 'ACTIVATION_PAID');
    await db.sql`
      update payments set
        paid_at = now(), reference = ${reference}, bank_account_id = ${account?.id}, receipt = ${attachment}
      where code = ${code}`;
  });
  return success(201);
}

async function payOnline({ world, person, json: body }: ApplicantCall) {
  const payment = await pendingOf(world.db, person, 409);
  const form = new Form(body);
  const names = [...currencies.keys()].map(world.reading.provider);
  const method = form.oneOf('method', 'Method', names);
  const currency = form.oneOf('currency', 'Currency', ['ETB', 'USD']);
  form.oneOf('intent', 'Intent', ['SALE']);
  form.optionalText('description');
  const price = form.number('price', 'Price');
  if (method && currency) {
    form.demand(
      currency === currencies.get(method.toUpperCase()),
      `${method} does not take ${currency}`,
    );
  }
  if (price !== undefined) {
    // The price in dollars is the college's setting on the site; this backend can't know it.
    const fits = currency === payment.currency ? price === payment.amount : price > 0;
    form.demand(fits, 'Price must be the amount of the pending payment');
  }
  form.done();
  // A method chosen again leads to the address it had.
  const { rows } = await world.db.sql<{ code: string }>`
    insert into checkouts (code, payment_code, method)
    values (${randomBytes(12).toString('hex')}, ${payment.code}, ${method})
    on conflict (payment_code, method) do update set begun_at = now() returning code`;
  const redirect = `https://pay.example.com/${method.toLowerCase()}/${rows[0]?.code}`;
  return json({ redirect, method, state: 'CREATED' });
}

/** The provider reports that the money has arrived. @param code of the checkout, which is all that a provider knows */
export async function takeOnlinePayment({ db: pool }: World, code: string): Promise<void> {
  await pool.transaction(async (db) => {
    const { rows } = await db.sql<Pick<Person, 'id'>>`
      update payments set paid_at = now(), reference = checkouts.code
      from checkouts
      where payment_code = payments.code and checkouts.code = ${code} and paid_at is null
      returning applicant_id as id`;
    const [person] = rows;
    if (!person) throw new Problem(409, 'No online payment is waiting.');
    await moveOn(db, person, 'TOOK_EXAM', 'ACTIVATION_PAID');
  });
}

/** Staff rejected it: it is due again under its code. */
export async function unpay(db: Db, { id }: Person): Promise<void> {
  await db.sql`
    update payments set paid_at = null, reference = null, bank_account_id = null, receipt = null
    where applicant_id = ${id}`;
}

async function getReceipt({ world, param }: Call) {
  const { rows } = await world.db.sql<{ paymentAmount: number }>`
    select
      iso(paid_at) as "datePaid", concat_ws(' ', first_name, middle_name, last_name) as applicant,
      email, payments.code as "paymentCode", reference as "transactionReference",
      bank as "bankAccount", account as "accountNumber", bank_account_id is not null as "isOffline",
      ${description}::text as description, amount as "paymentAmount", currency
    from payments join applicants on applicants.id = applicant_id
    left join bank_accounts on bank_accounts.id = bank_account_id
    where payments.code = ${param('paymentCode')} and paid_at is not null`;
  if (!rows[0]) throw new Problem(404, 'There is no receipt for this code.');
  return json({ ...rows[0], paymentAmount: new Decimal(rows[0].paymentAmount) });
}

export const paymentRoutes = [
  guarded('GET /api/payments/private/get_pending_payment', getPending),
  guarded('POST /api/payments/private/make_offline_payment', makeOffline),
  guarded('POST /api/payments/paypal/pay', payOnline),
  open('GET /api/payments/private/get_receipt1/{paymentCode}', getReceipt),
];
