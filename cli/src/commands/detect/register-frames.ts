/** What registrations are tried: the fields in question, and what is sent around them. */
import {
  applicantExamples,
  type DialectSetting,
  dialectSettings,
  toRegistration,
} from '@one-planet/contract';
import { type Entries, settingOf } from './entries.ts';

export type Body = Readonly<Record<string, unknown>>;

export const referral = settingOf('applicants.register', 'body.referral');
/** The fields that go by several names. */
export const renamed = dialectSettings.filter(
  ({ operation, readings }) => operation === 'applicants.register' && !readings.includes(null),
);

/** All fields in question. */
export const fields = [...renamed, referral];

/** Right values of all fields. The address can have no mailbox. */
export const complete: Body = toRegistration({
  ...applicantExamples.hana.register,
  email: 'admissions-detect@example.invalid',
  referralCode: 'Refer7q',
});
/** For fields that make no difference unless they are wrong. */
export const wrongType = { wrong: 'type' };
const optional = ['iAgreeMarketing', 'referral'];
const wrong: Body = Object.fromEntries(optional.map((field) => [field, wrongType]));

export function fieldOf({ name }: DialectSetting): string {
  return name.slice('body.'.length);
}

/** The names a field may go by. */
export function namesOf({ readings }: DialectSetting): string[] {
  return readings.filter((reading) => typeof reading === 'string');
}

/**
 * What is sent around a field, the most incomplete first: backends look at fields in different orders, and some name only
 * the first problem. At least two rules are broken each time, for backends that do not look at one of them.
 */
export function framesFor(setting: DialectSetting, entries: Entries): Body[] {
  const own = fieldOf(setting);
  const names = Object.keys(complete);
  const at = names.indexOf(own);
  /** Writes all fields but the one in question. @param all under every name they may have, or only under known ones */
  const write = (some: readonly string[], all: boolean, values: Body = complete) =>
    Object.fromEntries(
      some
        .filter((field) => field !== own)
        .flatMap((field) => namesNow(field, entries, all).map((name) => [name, values[field]])),
    );
  const late = { agreeToPrivacy: false, ...write(optional, true, wrong) };
  const others = [false, true].flatMap((all) => {
    const rest = write(
      names.filter((field) => field !== 'referral'),
      all,
    );
    const withoutPhone = { ...rest, ...write(['phoneNumber'], all, {}) };
    return [
      { ...write(names.slice(0, at), all), ...late },
      write(names.slice(at + 1), all),
      { ...rest, ...late },
      { ...rest, email: 'no-address', firstName: '', middleName: '', lastName: '' },
      ...(own === 'phoneNumber' ? [] : [{ ...withoutPhone, middleName: '', lastName: '' }]),
    ];
  });
  return [{ agreeToPrivacy: true }, ...others];
}

/** The names a field is sent under: only those it is known to have, or all it may have. */
function namesNow(field: string, entries: Entries, all: boolean): string[] {
  const setting = fields.find((one) => fieldOf(one) === field);
  if (!setting) return [field];
  const readings = all ? entries.candidates(setting) : [entries.reading(setting)];
  return readings.filter((name) => typeof name === 'string');
}
