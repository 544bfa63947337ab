/** The settings of a deployed site, as docs/hosting.md describes `config.json`. The site checks them itself, without this. */
import { dialectSchema, namedDialects } from '@one-planet/contract';
import { z } from 'zod';

const text = z.string().refine((value) => value.trim() !== '', 'must be a text');
const texts = z.array(text).min(1, 'must be a list of texts');
const address = (protocols: readonly string[], message: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message);
const https = address(['https:'], 'must be an https address');
const zone = z.string().refine(isZone, "must be a zone's name, e.g. Africa/Addis_Ababa");
const dialectNames = `must be ${Object.keys(namedDialects).join(', ')}, or a dialect`;
const languages = ['en', 'am', 'om', 'ti', 'so'] as const;

export const siteSettings = z
  .object({
    $schema: z.unknown(),
    apiBase: address(
      ['http:', 'https:'],
      "must be the API's address, e.g. https://api.college.example/api",
    ),
    dialect: z.union([z.string().refine(isDialect, dialectNames), dialectSchema]),
    portals: z.object({ student: https, staff: https }).strict(),
    redirectOrigins: z.array(
      z.string().refine((value) => URL.canParse(value), 'must be an address'),
    ),
    videoUrl: https.optional(),
    contact: z.object({ address: texts, phones: texts, email: text }).strict(),
    prices: z.object({ usd: z.number().positive().nullable() }).strict(),
    bankChoices: z.array(z.object({ bank: text, account: text })),
    siteUrl: https.optional(),
    arifpayWallets: texts.optional(),
    timeZone: zone.optional(),
    paymentHints: z
      .union([
        texts,
        z.object(Object.fromEntries(languages.map((code) => [code, texts.optional()]))).strict(),
      ])
      .optional(),
  })
  .strict();

function isDialect(name: string): boolean {
  return Object.hasOwn(namedDialects, name);
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
