// A college's own staff program: verifies the payment of the address it gets.
const [backend, email] = process.argv.slice(2);
const decision = process.env.ADMISSIONS_WANTS;
const answer = await fetch(`${backend}/_mock/staff/${decision}`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ email }),
});
// A second decision is refused, because the first took effect.
if (!answer.ok && answer.status !== 409) {
  console.error(`status ${answer.status}`);
  process.exitCode = 1;
}
