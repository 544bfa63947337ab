/** How long the site's own host may take to say that it is there, in milliseconds. */
const patienceMs = 4_000;

/** @returns whether the site's own host answers now; a proxy that says 502 and above speaks for a host that is down */
export async function hostAnswers(): Promise<boolean> {
  // The worker answers no HEAD with what is kept.
  const asked = fetch('/config.json', { method: 'HEAD', cache: 'no-store' });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer !== undefined && answer.status < 502;
}
