/** `node exam-key.mjs <base-url> [file]`: prints the right answers of the exam, by question, or writes them to a file. */
import { writeFile } from 'node:fs/promises';

const [baseUrl, file] = process.argv.slice(2);

try {
  if (!baseUrl) throw new Error('usage: node exam-key.mjs <base-url> [file]');
  const response = await fetch(new URL('/ops/exam-key.json', baseUrl));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const text = JSON.stringify(await response.json(), null, 2);
  if (file) await writeFile(file, `${text}\n`);
  else console.log(text);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
