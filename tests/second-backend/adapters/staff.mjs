/** `node staff.mjs <base-url> <email>`: decides on an applicant as ADMISSIONS_WANTS says, else verifies the payment. */
const [baseUrl, email] = process.argv.slice(2);
const decision = process.env.ADMISSIONS_WANTS || 'verify';

try {
  if (!baseUrl || !email) throw new Error('usage: node staff.mjs <base-url> <email>');
  const path = `/ops/staff/${encodeURIComponent(decision)}?email=${encodeURIComponent(email)}`;
  const response = await fetch(new URL(path, baseUrl), { method: 'POST' });
  if (!response.ok) throw new Error((await response.json()).message);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
