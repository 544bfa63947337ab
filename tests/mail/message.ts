/** Messages as mail programs write them. */

export interface Letter {
  to: string;
  subject?: string;
  text?: string;
  html?: string;
  /** Default: now. */
  date?: Date;
  encoding?: 'quoted-printable' | 'base64' | '8bit';
}

/** @returns a whole message, with a plain part, an HTML part, or both */
export function message({
  to,
  subject = 'A letter',
  text,
  html,
  date,
  encoding = '8bit',
}: Letter): string {
  const parts = [
    ...(text === undefined ? [] : [part('text/plain', text, encoding)]),
    ...(html === undefined ? [] : [part('text/html', html, encoding)]),
  ];
  const head = [
    'From: One Planet College <admissions@college.test>',
    `To: Somebody <${to}>`,
    `Subject: ${subject}`,
    `Date: ${(date ?? new Date()).toUTCString()}`,
    `Message-ID: <${Math.random().toString(36).slice(2)}@college.test>`,
    'MIME-Version: 1.0',
  ].join('\n');
  if (parts.length === 1) return `${head}\n${parts[0]}\n`;
  const boundary = '----=_Part_0_77';
  const body = parts.map((one) => `--${boundary}\n${one}\n`).join('');
  return `${head}\nContent-Type: multipart/alternative; boundary="${boundary}"\n\n${body}--${boundary}--\n`;
}

function part(type: string, text: string, encoding: NonNullable<Letter['encoding']>): string {
  const encoded = { '8bit': String, base64: toBase64, 'quoted-printable': toQuotedPrintable }[
    encoding
  ](text);
  return `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${encoded}`;
}

function toBase64(text: string): string {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\n');
}

/** With lines of at most 76 characters: a link is broken in the middle, as in real mails. */
function toQuotedPrintable(text: string): string {
  const signs = [...Buffer.from(text)].map((byte) => {
    if (byte === 10) return '\n';
    const plain = byte >= 32 && byte < 127 && byte !== 61;
    return plain
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  let line = 0;
  return signs
    .map((sign) => {
      if (sign === '\n') line = 0;
      else if (line + sign.length > 75) {
        line = sign.length;
        return `=\n${sign}`;
      } else line += sign.length;
      return sign;
    })
    .join('');
}
