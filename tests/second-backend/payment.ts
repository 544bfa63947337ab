/** Programs and bank accounts; payments and their receipts. */

import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';
import { demandFile } from './files.ts';
import {
  type ApplicantCall,
  applicantRoute,
  type Call,
  Decimal,
  jsonResponse,
  publicRoute,
  successResponse,
} from './http.ts';
import { Problem } from './problem.ts';
import { Form } from './validation.ts';
import { changeStatus, type Person, type World } from './world.ts';

/** A bank account of the college. */
interface BankAccount {
  id: number;
  bank: string;
  account: string;
  status: 'ACTIVE' | 'INACTIVE';
}

export async function listBankAccounts(db: Db): Promise<BankAccount[]> {
  return (await db.sql<BankAccount>`select * from bank_accounts order by id`).rows;
}

async function listPrograms({ world }: Call) {
  const { rows } = await world.db.sql<{ name: string }>`
    select
      id, code, name, 'Degree' as "studyLevel", 'Online' as modality, '4 years' as duration,
      fee_per_credit_hour as "feePerCreditHour", career_opportunity as "careerOpportunity",
      name || ', studied online at your own pace.' as description, picture as "base64String"
    from programs order by id`;
  return jsonResponse(rows);
}

async function listCourses({ world, param }: Call) {
  const programId = param('programId');
  const { rows } = await world.db.sql<{ courseCode: string | null }>`
    select
      semester as "semesterNumber", courses.code as "courseCode", courses.name as "courseName",
      3 as "creditHours", 5 as "ectsCredit", prerequisite
    from programs left join courses on program_id = id
    where id = ${programId} order by semester, courses.code`;
  if (rows.length === 0) throw new Problem(404, 'No such program');
  return jsonResponse(rows.filter(({ courseCode }) => courseCode !== null));
}

async function listBatchPrograms({ world }: Call) {
  const { rows } = await world.db.sql<{ id: number; programId: string; name: string }>`
    select batch_programs.id, programs.id as "programId", name
    from batch_programs join programs on program_id = programs.id order by 1`;
  const batch = { id: 25, name: '2025 entry' };
  return jsonResponse(
    rows.map(({ id, programId, name }) => ({ id, batch, program: { id: programId, name } })),
  );
}

const listContents = async ({ world }: Call) =>
  jsonResponse((await world.db.sql`select id, content from contents order by id`).rows);

export const catalogueRoutes = [
  publicRoute('GET /api/programs/private', listPrograms),
  publicRoute('GET /api/program_courses/private/my_courses/{programId}', listCourses),
  applicantRoute('GET /api/batch_programs/private/applicable', listBatchPrograms),
  publicRoute('GET /api/contents/private', listContents),
  publicRoute('GET /api/bank-accounts/private', async ({ world }) =>
    jsonResponse(await listBankAccounts(world.db)),
  ),
];

const paymentDescription = 'Application fee for online study';
/** The currency of each payment provider. */
const currencyByProvider = new Map([
  ['PAYPAL', 'USD'],
  ['STRIPE', 'USD'],
  ['ARIFPAY', 'ETB'],
]);

interface Payment {
  code: string;
  amount: number;
  currency: string;
}

/** Creates the pending payment of an applicant. */
export async function openPayment(db: Db, { id }: Person): Promise<Payment> {
  const code = `OPC-${randomBytes(5).toString('hex').toUpperCase()}`;
  const { rows } = await db.sql<Payment>`
    insert into payments (code, applicant_id) values (${code}, ${id}) returning code, amount, currency`;
  return rows[0] as Payment;
}

/** @returns the properties of a pending payment in a response */
export function paymentFacts({ code, amount, currency }: Payment) {
  return {
    isOffline: true,
    paymentAmount: new Decimal(amount),
    paymentCode: code,
    currency,
    paymentDescription,
  };
}

/** @throws {Problem} with this status when there is no pending payment */
async function findPendingPayment(
  db: Db,
  { id, status }: Person,
  refusalStatus: number,
): Promise<Payment> {
  const { rows } = await db.sql<Payment>`
    select code, amount, currency from payments where applicant_id = ${id}`;
  if (status === 'TOOK_EXAM' && rows[0]) return rows[0];
  throw new Problem(refusalStatus, 'There is no pending payment.');
}

async function getPendingPayment({ world: { db }, person }: ApplicantCall) {
  const paymentDto = paymentFacts(await findPendingPayment(db, person, 404));
  return jsonResponse({ bankAccountList: await listBankAccounts(db), paymentDto });
}

async function payOffline({ world, person, parsedBody: body }: ApplicantCall) {
  const payment = await findPendingPayment(world.db, person, 409);
  const form = new Form(body);
  const code = form.demandText('paymentCode', 'Payment code');
  const transactionReference = form.demandText(
    'transactionReference',
    'Transaction reference number',
  );
  const receiptName = form.demandText('attachmentUrl', 'Transaction receipt');
  const { bankAccountKey } = world.reading;
  const sentAccount =
    bankAccountKey === 'id'
      ? form.readNumber('bankAccount', 'Bank account')
      : form.demandText('bankAccount', 'Bank account') || undefined;
  const bankAccount = (await listBankAccounts(world.db)).find(
    (candidate) => candidate[bankAccountKey] === sentAccount,
  );
  if (sentAccount !== undefined) {
    form.demandValid(bankAccount?.status === 'ACTIVE', 'This bank account does not take payments');
  }
  form.throwIfInvalid();
  if (code !== payment.code) throw new Problem(404, 'No such payment code');
  await demandFile(world.db, person, receiptName, 'picture', 'Transaction receipt');
  await world.db.transaction(async (db) => {
    await changeStatus(db, person, 'TOOK_EXAM', 'ACTIVATION_PAID');
    await db.sql`
      update payments set
        paid_at = now(), reference = ${transactionReference}, bank_account_id = ${bankAccount?.id}, receipt = ${receiptName}
      where code = ${code}`;
  });
  return successResponse(201);
}

async function payOnline({ world, person, parsedBody: body }: ApplicantCall) {
  const payment = await findPendingPayment(world.db, person, 409);
  const form = new Form(body);
  const providerNames = [...currencyByProvider.keys()].map(world.reading.toProviderName);
  const method = form.demandChoice('method', 'Method', providerNames);
  const currency = form.demandChoice('currency', 'Currency', ['ETB', 'USD']);
  form.demandChoice('intent', 'Intent', ['SALE']);
  form.readOptionalText('description');
  const price = form.readNumber('price', 'Price');
  if (method && currency) {
    form.demandValid(
      currency === currencyByProvider.get(method.toUpperCase()),
      `${method} does not take ${currency}`,
    );
  }
  if (price !== undefined) {
    // The price in dollars is a setting of the site, which this backend does not know.
    const isCorrectPrice = currency === payment.currency ? price === payment.amount : price > 0;
    form.demandValid(isCorrectPrice, 'Price must be the amount of the pending payment');
  }
  form.throwIfInvalid();
  // A second request with the same method gets the address of the first.
  const { rows } = await world.db.sql<{ code: string }>`
    insert into checkouts (code, payment_code, method)
    values (${randomBytes(12).toString('hex')}, ${payment.code}, ${method})
    on conflict (payment_code, method) do update set started_at = now() returning code`;
  const redirectUrl = `https://pay.example.com/${method.toLowerCase()}/${rows[0]?.code}`;
  return jsonResponse({ redirect: redirectUrl, method, state: 'CREATED' });
}

/**
 * Takes a provider's report that a payment was made.
 * @param code of the checkout, the only thing that a provider knows
 */
export async function takeOnlinePayment({ db: database }: World, code: string): Promise<void> {
  await database.transaction(async (db) => {
    const { rows } = await db.sql<Pick<Person, 'id'>>`
      update payments set paid_at = now(), reference = checkouts.code
      from checkouts
      where payment_code = payments.code and checkouts.code = ${code} and paid_at is null
      returning applicant_id as id`;
    const [person] = rows;
    if (!person) throw new Problem(409, 'No online payment is waiting.');
    await changeStatus(db, person, 'TOOK_EXAM', 'ACTIVATION_PAID');
  });
}

/** Makes a payment that staff rejected pending again, under its code. */
export async function resetPayment(db: Db, { id }: Person): Promise<void> {
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
      ${paymentDescription}::text as description, amount as "paymentAmount", currency
    from payments join applicants on applicants.id = applicant_id
    left join bank_accounts on bank_accounts.id = bank_account_id
    where payments.code = ${param('paymentCode')} and paid_at is not null`;
  if (!rows[0]) throw new Problem(404, 'There is no receipt for this code.');
  return jsonResponse({ ...rows[0], paymentAmount: new Decimal(rows[0].paymentAmount) });
}

export const paymentRoutes = [
  applicantRoute('GET /api/payments/private/get_pending_payment', getPendingPayment),
  applicantRoute('POST /api/payments/private/make_offline_payment', payOffline),
  applicantRoute('POST /api/payments/paypal/pay', payOnline),
  publicRoute('GET /api/payments/private/get_receipt1/{paymentCode}', getReceipt),
];
