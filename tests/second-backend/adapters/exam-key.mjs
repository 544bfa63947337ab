/** `node exam-key.mjs <base-url>`: prints the right answers of the exam, by question. */
const [base] = process.argv.slice(2);

try {
  if (!base) throw new Error('usage: node exam-key.mjs <base-url>');
  const response = await fetch(new URL('/ops/exam-key.json', base));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  console.log(JSON.stringify(await response.json(), null, 2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
