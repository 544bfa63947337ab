/** Text comes back as it was written: in every script, whole, and not as something else (1 §5; 2 §2, §3; decisions §3). */
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted } from '../../expect.ts';
import { Failed, Skipped } from '../../outcome.ts';
import { nameMark, type Person, randomPhone, randomText } from '../../people/person.ts';
import { advance, askStaff, learnPayment, readProfile, settle } from '../../people/walk.ts';
import { describeReply, fieldsOf, type Reply } from '../../wire/reply.ts';
import { scenarios } from './scenario.ts';

const ethiopic = 'ሃና';
const arabic = 'هناء';
/** Signs that programs have reasons of their own to change. */
const odd = `O'Neill & "${ethiopic}" <b>${arabic}</b> 😀 \\n 100%`;

export const keptText: readonly Check[] = scenarios([
  {
    id: 'applicants.register/keeps-text',
    sentence:
      'Names in any script and a phone with its plus or zeros MUST come back as registered.',
    rule: 'profile#kept-as-written',
    proves:
      'Ethiopic, Arabic and accented names, a phone with a leading plus and one with a leading zero are in the profile as they were typed; capitals do not matter.',
    consumes: true,
    run: async (context) => {
      const mark = () => randomText('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 9);
      const names = [
        { firstName: ethiopic, middleName: 'ተስፋዬ', phoneNumber: `+${randomPhone()}` },
        { firstName: arabic, middleName: 'Zoë', phoneNumber: `0${randomPhone(9)}` },
      ];
      for (const own of names) {
        const person = context.draft();
        Object.assign(person.input.register, own, { lastName: `ኃይለ${mark()}` });
        const reply = await context.sendAs(person, 'applicants.register');
        expectAccepted(reply, 'names of several scripts');
        await settle(person, reply, context.helpers);
        while (person.stage !== 'ACTIVATED') await advance(person, context.helpers);
        context.adopt(person);
        await expectProfile(context, person);
      }
    },
  },
  {
    id: 'applicants.editProfile/keeps-text',
    sentence: 'What applicants.editProfile accepts MUST come back as it was written.',
    rule: 'profile#kept-as-written',
    proves:
      'Ethiopic, Arabic, emoji, apostrophes, angle brackets and long names are refused, or come back in the profile and in auth.getUser neither escaped nor cut; so does a phone.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { register } = person.input;
      register.lastName = `ኃይለ${register.lastName.slice(-nameMark)}`;
      const names = [ethiopic, arabic, "O'Neill", odd, `${'Abcdefghij'.repeat(10)}`];
      for (const [at, firstName] of names.entries()) {
        const phoneNumber = at % 2 ? `0${randomPhone(9)}` : `+${randomPhone()}`;
        const kept = { ...register };
        Object.assign(register, { firstName, phoneNumber });
        const reply = await context.sendAs(person, 'applicants.editProfile');
        if (reply.status >= 400) {
          Object.assign(register, kept);
          context.tell(`a first name is refused: ${describeReply(reply)}`);
          continue;
        }
        await expectProfile(context, person);
        const user = await context.sendAs(person, 'auth.getUser');
        expectNames(user, person);
      }
    },
  },
  {
    id: 'applicants.saveBioData/keeps-text',
    sentence: 'What applicants.saveBioData accepts MUST come back as it was written.',
    rule: 'profile#kept-as-written',
    proves:
      'A country in Ethiopic and a nationality with quotes, angle brackets and emoji are refused, or read back neither escaped nor cut.',
    stage: 'BIOGRAPHIC_APPLICANT',
    consumes: true,
    run: async (context) => {
      const person = await context.person('BIOGRAPHIC_APPLICANT');
      const call = await context.call('applicants.saveBioData', person);
      const tries = [odd, "Côte d'Ivoire", 'ኢትዮጵያዊ'].map((nationality) => ({
        nationality,
        countryOfResidence: 'ኢትዮጵያ',
      }));
      for (const own of tries) {
        const body = { ...(call.body as object), ...own };
        const reply = await context.send('applicants.saveBioData', { ...call, body });
        if (reply.status >= 400) {
          context.tell(`a nationality is refused: ${describeReply(reply)}`);
          continue;
        }
        person.saved = own;
        await settle(person, reply, context.helpers);
        const told = await context.sendAs(person, 'applicants.getBioData');
        const profile = await readProfile(person, context.helpers);
        for (const [field, value] of Object.entries(own)) {
          for (const reply of [told, profile]) {
            const kept = fieldsOf(reply.json)[field];
            if ((kept ?? '') !== '') expectSame(reply, field, kept, value);
          }
        }
        return;
      }
      throw new Failed('a nationality in Ethiopic to be accepted', 'refusals only', context.last);
    },
  },
  {
    id: 'payments.makeOffline/keeps-text',
    sentence: 'The transaction reference MUST come back on the receipt as it was written.',
    rule: 'profile#kept-as-written',
    proves:
      'A reference with leading zeros, and one with letters and signs, is neither a number nor escaped there.',
    stage: 'TOOK_EXAM',
    consumes: true,
    run: async (context) => {
      for (const reference of [
        `000${randomText('0123456789', 8)}`,
        `FT'25/0${randomText('123456789', 6)} & <${ethiopic}>`,
      ]) {
        const person = await context.person('TOOK_EXAM');
        await learnPayment(person, context.helpers);
        person.transactionReference = reference;
        const reply = await context.sendAs(person, 'payments.makeOffline');
        if (reply.status >= 400) {
          context.tell(`a transaction reference is refused: ${describeReply(reply)}`);
          continue;
        }
        await settle(person, reply, context.helpers);
        await askStaff('verify', person, context.helpers);
        person.stage = 'BIOGRAPHIC_APPLICANT';
        const receipt = await context.sendAs(person, 'payments.getReceipt');
        const { transactionReference } = fieldsOf(receipt.json);
        if (receipt.status >= 300 || (transactionReference ?? '') === '') continue;
        expectSame(receipt, 'transactionReference', transactionReference, reference);
      }
    },
  },
  {
    id: 'auth.changePassword/keeps-text',
    sentence: 'A password SHOULD count whole, in any script and with its spaces.',
    level: 'should',
    rule: 'accounts#passwords-count-whole',
    proves:
      'A password of 100 characters with Ethiopic letters and spaces logs in; its beginning, and the same without the spaces, do not.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      const password = `Aa1 ${ethiopic} ${randomText('abcdefghijkmnpqrstuvwxyz23456789', 90)}  z`;
      const body = { email: person.email, password };
      const changed = await context.sendAs(person, 'auth.changePassword', { body });
      if (changed.status >= 400) throw new Skipped('the backend takes no password like it');
      person.password = password;
      expectAccepted(await context.sendAs(person, 'auth.login'), 'the whole password');
      context.retire(person);
      const { number, email } = person;
      for (const other of [`${password.slice(0, -5)}`, password.replaceAll(' ', '')]) {
        const sent = { body: { email, password: other }, by: number, about: number };
        const reply = await context.send('auth.login', sent);
        if (reply.status < 300) throw new Failed('the whole password to count', 'a login', reply);
      }
    },
  },
]);

/** Her profile says what she typed, where it says it at all. */
async function expectProfile(context: CheckContext, person: Person): Promise<void> {
  expectNames(await readProfile(person, context.helpers), person);
}

function expectNames(reply: Reply, person: Person): void {
  const told = fieldsOf(reply.json);
  const { firstName, middleName, lastName, phoneNumber: phone } = person.input.register;
  for (const [field, value] of Object.entries({ firstName, middleName, lastName, phone })) {
    if (told[field] !== null && told[field] !== undefined) {
      expectSame(reply, field, told[field], value);
    }
  }
}

/** Composed or not, and in capitals or not, as backends keep names: it is the same text. */
function expectSame(reply: Reply, field: string, got: unknown, written: string): void {
  const plain = (text: string) => text.normalize('NFC').toUpperCase().trim();
  if (typeof got === 'string' && plain(got) === plain(written)) return;
  const instead = typeof got === 'string' ? `"${got}"` : describeReply(reply);
  throw new Failed(`${field} as it was written, "${written}"`, instead, reply);
}
