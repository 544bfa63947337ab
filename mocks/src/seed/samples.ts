import { encodePng } from './png.ts';

/** A small picture that stands for the photograph of whoever has none. */
export function samplePicture(): Promise<Uint8Array<ArrayBuffer>> {
  return encodePng({
    width: 64,
    height: 64,
    palette: [
      [226, 230, 235],
      [120, 132, 148],
    ],
    pixel: (x, y) => (Math.hypot(x - 32, y - 24) < 12 || Math.hypot(x - 32, y - 66) < 26 ? 1 : 0),
  });
}

/** The smallest document that still opens: one empty page. */
export function samplePdf(): Uint8Array<ArrayBuffer> {
  const source = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
  return new TextEncoder().encode(source) as Uint8Array<ArrayBuffer>;
}
