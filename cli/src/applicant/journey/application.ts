/** Choosing a programme, applying, and the receipt (journey specification, sections 2 and 3). */
import { CliError } from '../../process/exit.ts';
import type { JourneyContext } from './context.ts';
import { demand, succeed } from './failure.ts';

export async function apply({ client, applicant, remember }: JourneyContext): Promise<string> {
  const offered = await succeed('batchPrograms.applicable', client.batchPrograms.applicable());
  demand(
    'batchPrograms.applicable',
    offered.length > 0,
    'a programme to apply to',
    'an empty list',
  );
  const wanted = applicant.program;
  const same = (name: string) => name.trim().toLowerCase() === wanted?.trim().toLowerCase();
  const chosen = wanted ? offered.find(({ program }) => same(program.name)) : offered[0];
  if (!chosen) {
    const names = offered.map(({ program }) => program.name).join(', ');
    throw new CliError(
      `the applicant wants "${wanted}"; the backend offers ${names}. Change "program" in the applicant's file`,
    );
  }
  await succeed(
    'applicants.applyForProgram',
    client.applicants.applyForProgram({ body: { selectedBatchProgramId: chosen.id } }),
  );
  remember({ program: chosen.program.name });
  return chosen.program.name;
}

export async function receipt({ client, memory }: JourneyContext): Promise<string> {
  const { payment } = memory;
  if (!payment) throw new CliError('the payment code is not known, so the receipt cannot be read');
  const found = await succeed(
    'payments.getReceipt',
    client.payments.getReceipt({ params: { paymentCode: payment.code } }),
  );
  demand(
    'payments.getReceipt',
    found.paymentCode === payment.code,
    'the payment code that was paid',
    'another one',
  );
  demand(
    'payments.getReceipt',
    found.paymentAmount === payment.amount,
    `the amount ${payment.amount}`,
    String(found.paymentAmount),
  );
  return `${found.paymentAmount} ETB${found.bankAccount ? `, ${found.bankAccount}` : ''}`;
}
