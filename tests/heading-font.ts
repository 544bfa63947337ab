/**
 * `npm run font`: makes the font of the headings, the script that names it, and the styles of what stands in for it: Fraunces at one weight, for large
 * letters, with the signs that English texts use. Its name holds its hash, because hosts let browsers keep it for good.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}web/public/assets`;
const source = dirname(
  fileURLToPath(import.meta.resolve('@fontsource-variable/fraunces/package.json')),
);

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const signs = `${ascii}\u00a0·×÷–—‘’“”•…→←✓©°½éèêëàâáäöüóíñçʼ`;
// Its height above and below the line, in parts of its size.
const [above, below] = [0.978, 0.255];

/**
 * What stands there until the font has come, stretched to its width and put on its line, so that nothing would move:
 * how wide this college's headings are in Fraunces, as a part of their width in the other.
 * Measured on Gelasio, Noto Serif and Tinos, which are as wide.
 */
const standIns = [
  { names: ['Georgia Bold', 'Georgia-Bold'], width: 0.884 },
  { names: ['Noto Serif Bold', 'NotoSerif-Bold'], width: 0.903 },
  {
    names: ['Times New Roman Bold', 'Liberation Serif Bold'],
    width: 1.05,
  },
];

const whole = await readFile(`${source}/files/fraunces-latin-full-normal.woff2`);
const font = await subsetFont(whole, signs, {
  targetFormat: 'woff2',
  variationAxes: { opsz: 60, wght: 600, SOFT: 0, WONK: 0 },
});
const hash = createHash('sha256').update(font).digest('hex').slice(0, 8);
const name = `fraunces-${hash}.woff2`;

await mkdir(folder, { recursive: true });
for (const old of await readdir(folder)) {
  if (old.startsWith('fraunces-')) await rm(`${folder}/${old}`);
}
await writeFile(`${folder}/${name}`, font);
await copyFile(`${source}/LICENSE`, `${folder}/fraunces-OFL.txt`);
await writeFile(`${root}web/src/styles/fonts.css`, styles());
await writeFile(`${root}web/src/styles/heading-font.ts`, script());
console.log(`${name}: ${font.length} bytes`);

function styles(): string {
  const percent = (part: number) => `${Math.round(part * 1000) / 10}%`;
  const faces = standIns.map(
    ({ names, width }, at) => `
@font-face {
  font-family: "heading ${at + 1}";
  src: ${names.map((one) => `local("${one}")`).join(', ')};
  font-weight: 400 800;
  size-adjust: ${percent(width)};
  ascent-override: ${percent(above / width)};
  descent-override: ${percent(below / width)};
  line-gap-override: 0%;
}
`,
  );
  return `/* Written by \`npm run font\`: what stands there until Fraunces (heading-font.ts) has come. */${faces.join('')}`;
}

function script(): string {
  return `/**
 * Written by \`npm run font\`. Not in the stylesheet: for a font that a page's own styles name, Chromium tells the server
 * the page's whole address, and that of an activation link holds a token.
 */
export function headingFont(): FontFace {
  return new FontFace('Fraunces', 'url("/assets/${name}")', {
    weight: '400 800',
    unicodeRange: 'U+20-7E, U+A0-FF, U+2013-2026, U+2190-2193, U+2713',
  });
}
`;
}
