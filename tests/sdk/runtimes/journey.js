/** Calls of every kind, for any runtime: @returns what came of each */
import { createClient, isAdmissionsError, unwrap } from '@one-planet/sdk';

const png = new Uint8Array(70_000);
png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
png.set([73, 69, 78, 68, 174, 66, 96, 130], png.length - 8);

export async function makeCalls(baseUrl, credentials) {
  let token;
  const client = createClient({ baseUrl, session: { token: async () => token } });
  const programs = await client.programs.list();
  ({ token } = await unwrap(client.auth.login({ body: credentials })));
  let lastProgress;
  const storedName = await unwrap(
    client.files.upload({
      body: { file: { name: 'receipt.png', data: png } },
      onProgress: (progress) => {
        lastProgress = progress;
      },
    }),
  );
  const file = await unwrap(client.files.get({ params: { fileName: storedName } }));
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', retry: { attempts: 1 } });
  const error = await unreachable.programs.list().catch((error) => error);
  return {
    programs: programs.status,
    fileSize: file.size,
    hasProgress: lastProgress !== undefined && lastProgress.sent === lastProgress.total,
    errorCode: isAdmissionsError(error) && error.code,
  };
}
