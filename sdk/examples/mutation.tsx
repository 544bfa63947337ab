import { readMessage } from '@one-planet/sdk/messages';
import { api } from './hooks.tsx';

/** A button that applies for what is on offer. */
export function Apply({ offer: offerId }: { offer: number }) {
  const { mutate, isPending, isSuccess, error } = api.applicants.applyForProgram.useMutation();
  if (isSuccess) return <p>You have applied.</p>;
  // A refusal has a status and a body; anything else is an error of the SDK.
  const message = error && 'body' in error ? readMessage(error.body) : error?.message;
  const apply = () => mutate({ body: { selectedBatchProgramId: offerId } });
  return (
    <>
      <button type="button" disabled={isPending} onClick={apply}>
        Apply
      </button>
      {message && <p role="alert">{message}</p>}
    </>
  );
}
