import { startAdmissions } from '../admissions.ts';

/** A built site and a mock backend for it, on ports of their own. */
export interface ServedSite {
  /** The site's origin. */
  site: string;
  /** The mock's origin. It has applicants in every state. */
  api: string;
  stop: () => Promise<void>;
}

/** Serves a folder as `admissions demo` does: its headers, its compression, in a process of its own. */
export async function serveSite(folder: string): Promise<ServedSite> {
  const flags = ['--port', '0', '--api-port', '0', '--applicants', '550'];
  const demo = await startAdmissions('demo', '--site', folder, ...flags);
  const addresses = await demo.output(/^Staff page/m);
  const [, site = ''] = /^Site +(\S+)$/m.exec(addresses) ?? [];
  const [, api = ''] = /^API +(\S+)\/api$/m.exec(addresses) ?? [];
  const stop = async () => {
    demo.interrupt();
    await demo.end;
  };
  return { site, api, stop };
}
