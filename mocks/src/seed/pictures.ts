import { Random } from '../data/random.ts';
import type { World } from '../data/world.ts';
import { encodePng } from './png.ts';

const width = 240;
const height = 150;
const shades = 8;

/** Calm patterns; each program has its own. */
const patterns: readonly ((x: number, y: number) => number)[] = [
  (x, y) => Math.hypot(x - width / 2, y - height / 2) / 12,
  (x, y) => (x + y) / 18,
  (x, y) => y / 14 + Math.sin(x / 26) * 2,
  (x, y) => Math.floor(x / 30) + Math.floor(y / 30),
  (x, y) => Math.hypot(x, height - y) / 22,
  (x, y) => (Math.abs(x - width / 2) + Math.abs(y - height / 2)) / 16,
];

/**
 * Gives the last program its picture, the first time somebody asks for them: a backend starts faster without. The
 * others have none, as in a college that has yet to upload them.
 */
export async function drawPictures(world: World): Promise<void> {
  const all = world.programs.all();
  for (const [index, program] of all.entries()) {
    const isLast = index === all.length - 1;
    program.base64String ??= isLast ? await programPicture(world.settings.seed, index) : '';
  }
}

/** @returns a program's picture as base64 of a PNG, without a `data:` prefix */
async function programPicture(seed: number, index: number): Promise<string> {
  const hue = new Random(seed, 'pictures').below(360) + index * 60;
  const pattern = patterns[index % patterns.length] as (typeof patterns)[number];
  const png = await encodePng({
    width,
    height,
    palette: Array.from({ length: shades }, (_, at) => shade(hue, at)),
    pixel: (x, y) => Math.floor(Math.abs(pattern(x, y))) % shades,
  });
  return btoa(String.fromCharCode(...png));
}

/** Neighbouring shades of one muted hue. */
function shade(hue: number, at: number): [number, number, number] {
  const light = 0.55 + (0.3 * Math.min(at, shades - at)) / (shades / 2);
  const channel = (turn: number) =>
    Math.round(255 * (light + 0.12 * Math.cos(((hue + turn) * Math.PI) / 180)));
  return [channel(0), channel(-120), channel(120)];
}
