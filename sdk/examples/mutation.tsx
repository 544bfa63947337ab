import { RefusedError } from '@one-planet/sdk';
import { api } from './hooks.tsx';

/** A button that applies for what is on offer. */
export function Apply({ offer: offerId }: { offer: number }) {
  const { mutate, isPending, isSuccess, error } = api.applicants.applyForProgram.useMutation();
  if (isSuccess) return <p>You have applied.</p>;
  const message = error instanceof RefusedError ? error.serverMessage : error && 'Try again later.';
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
