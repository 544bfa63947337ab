/** `node pay.mjs <base-url> <address>`: pays at the provider's address. The last part of it names the checkout. */
const [baseUrl, address] = process.argv.slice(2);

try {
  if (!baseUrl || !address) throw new Error('usage: node pay.mjs <base-url> <address>');
  const path = `/ops/provider/paid/${new URL(address).pathname.split('/').at(-1)}`;
  const response = await fetch(new URL(path, baseUrl), { method: 'POST' });
  if (!response.ok) throw new Error((await response.json()).message);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
