#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(
    `admissions needs Node ${major}.${minor} or newer, this is ${process.versions.node}\n`,
  );
  process.exitCode = 2;
} else if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('admissions is not built yet: run npm run build\n');
  process.exitCode = 2;
}
