/**
 * Makes a real one-page PDF with one line of text.
 * @param text in Latin letters; brackets and backslashes are fine
 * @param bytes the size, padded with a comment; default: as small as possible
 */
export function makePdf(text: string, bytes = 0): Uint8Array {
  const plain = writePdf(text, '');
  if (bytes <= plain.length) return plain;
  // The offsets of the table grow with the filler: it is cut by what they took.
  const filled = writePdf(text, filler(bytes - plain.length));
  return writePdf(text, filler(2 * bytes - plain.length - filled.length));
}

function filler(length: number): string {
  return `%${' '.repeat(Math.max(0, length - 2))}\n`;
}

function writePdf(text: string, comment: string): Uint8Array {
  const line = `BT /F1 18 Tf 60 760 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${line.length} >>\nstream\n${line}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = `%PDF-1.4\n${comment}`;
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}
