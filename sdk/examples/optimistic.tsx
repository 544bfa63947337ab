import { createQueries } from '@one-planet/sdk/query';
import { useQueryClient } from '@tanstack/react-query';
import { api, client } from './hooks.tsx';

const queries = createQueries(client);

/** Shows a phone number, and the new one before the server has it. */
export function Phone({ email, applicantId }: { email: string; applicantId: string }) {
  const queryClient = useQueryClient();
  const profileKey = queries.applicants.getByEmail({ email }).queryKey;
  const { data: profile } = api.applicants.getByEmail.useQuery({ email });
  const { mutate } = api.applicants.editProfile.useMutation({
    onMutate: async ({ body: { phone } }) => {
      await queryClient.cancelQueries({ queryKey: profileKey });
      const profileBefore = queryClient.getQueryData(profileKey);
      queryClient.setQueryData(profileKey, (current) => current && { ...current, phone });
      return profileBefore;
    },
    onError: (_error, _input, profileBefore) => queryClient.setQueryData(profileKey, profileBefore),
    // While a later save is on its way, what the server has now would hide what that one changes.
    onSettled: () =>
      queryClient.isMutating() === 1
        ? queryClient.invalidateQueries({ queryKey: profileKey })
        : undefined,
  });
  const { firstName, middleName, lastName, phone } = profile ?? {};
  const save = (form: FormData) =>
    mutate({
      params: { applicantId },
      body: {
        ...{ firstName: firstName ?? '', middleName: middleName ?? '', lastName: lastName ?? '' },
        ...{ email, phone: String(form.get('phone')) },
      },
    });
  return (
    <form action={save}>
      <p>{phone}</p>
      <input name="phone" aria-label="New phone number" />
      <button type="submit">Save</button>
    </form>
  );
}
