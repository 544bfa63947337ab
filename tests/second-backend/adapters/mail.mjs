/** `node mail.mjs <base-url> <email>`: prints the newest activation link, or temporary password, of an applicant. */
const [base, email] = process.argv.slice(2);
const wantsPassword = process.env.ADMISSIONS_WANTS === 'temporary-password';
const kind = wantsPassword ? 'temporary-password' : 'activation';
// A password stands alone on a line.
const wanted = wantsPassword ? /^\S{8,}$/m : /https?:\/\/\S+/;
const waitMs = 5000;
const pollMs = 50;

async function newest() {
  const response = await fetch(new URL(`/ops/mail?to=${encodeURIComponent(email)}`, base));
  if (!response.ok) throw new Error(`the mailbox answered ${response.status}`);
  const mails = await response.json();
  return wanted.exec(mails.find((mail) => mail.kind === kind)?.text ?? '')?.[0];
}

try {
  if (!base || !email) throw new Error('usage: node mail.mjs <base-url> <email>');
  const end = Date.now() + waitMs;
  let found = await newest();
  while (!found && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    found = await newest();
  }
  if (!found) throw new Error(`no ${kind} mail for ${email} within ${waitMs} ms`);
  console.log(found);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
