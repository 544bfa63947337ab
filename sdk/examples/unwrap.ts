import { type Client, RefusedError, unwrap } from '@one-planet/sdk';

/** @returns the amount an applicant has to pay, in ETB; nothing when no payment is pending */
export async function readAmountDue(client: Client): Promise<number | undefined> {
  try {
    const { paymentDto } = await unwrap(client.payments.getPending());
    return Number(paymentDto.paymentAmount);
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return undefined;
    throw error;
  }
}
