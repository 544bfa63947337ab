/**
 * Text comes back as it was written: in every script, complete, and not encoded twice (specification/website §5;
 * specification/journey §2, §3; specification/decisions §3).
 */

import { isBefore, type Stage } from '../../applicant/stages.ts';
import { describeResponse } from '../../checks/evidence.ts';
import { expectAccepted, makeFailure, makeSkip } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { harmlessPersonalData } from '../../core/secrets.ts';
import { makeRandomText } from '../../core/text.ts';
import {
  advanceStage,
  readProfile,
  recordSuccess,
  requestDecision,
  updatePendingPayment,
} from '../applicant-walk.ts';
import { makeRandomPhone, nameMarkLength, type Person, startStageFor } from '../applicants.ts';
import { makeBlockBy } from '../blame.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeSimilarChecks,
  type Scenario,
} from '../check.ts';
import { expectNames, expectSameText } from '../expect.ts';
import { expectHerReceipt } from './payments.ts';

const ethiopicName = 'ሃና';
const arabicName = 'هناء';
const longName = 'Abcdefghij'.repeat(10);
/** Characters that programs tend to escape or drop. */
const oddText = `O'Neill & "${ethiopicName}" <b>${arabicName}</b> 😀 \\n 100% №`;

/** Signs that programs escape, and letters that a narrow character set has none for. */
const asciiSigns = `&<>"'\\%+`;
const passwordSigns = `${asciiSigns}éሀ😀`;

/** Pairs of passwords whose MD5 or SHA-1 hashes are 0e and digits, which PHP's == takes for the number 0. */
const equalNumberPasswords = [
  ['aabg7XSs', 'aabC9RqS'],
  ['aaK1STfY', 'aaO8zKZF'],
] as const;

const asWritten = { rule: 'profile#kept-as-written', movesApplicantOn: true } as const;

export const storedTextScenarios: readonly BackendCheck[] = makeSimilarChecks(asWritten, [
  {
    id: 'applicants.register/keeps-text',
    sentence:
      'Names in any script and a phone with its plus or zeros MUST come back as registered.',
    run: async (context) => {
      const oddNamesToTry = [
        // The last letter of Zoëª is one that a program which normalizes text (NFKC) turns into an a.
        { firstName: ethiopicName, middleName: 'ተስፋዬ', phoneNumber: `+${makeRandomPhone()}` },
        { firstName: arabicName, middleName: 'Zoëª', phoneNumber: `0${makeRandomPhone(9)}` },
        { firstName: longName, middleName: longName },
      ];
      for (const oddNames of oddNamesToTry) {
        const person = context.draftPerson();
        const { register } = person.applicantInput;
        Object.assign(register, oddNames, { lastName: writeLastName(register) });
        const response = await context.sendAs(person, 'applicants.register');
        // A backend may limit the length of names, as long as it cuts none off.
        if (oddNames.firstName === longName && response.status >= 400) continue;
        expectAccepted(response, 'names of several scripts');
        await recordSuccess(person, response, context.helpers);
        while (person.stage !== 'ACTIVATED') await advanceStage(person, context.helpers);
        expectNames(await readProfile(person, context.helpers), person);
      }
    },
  },
  {
    id: 'applicants.editProfile/keeps-text',
    sentence: 'What applicants.editProfile accepts MUST come back as it was written.',
    movesApplicantOn: false,
    runFor: async (context, person) => {
      context.removeFromPool(person);
      const { register } = person.applicantInput;
      register.lastName = writeLastName(register);
      const namesToTry = [ethiopicName, arabicName, "O'Neill", oddText, longName];
      for (const [index, firstName] of namesToTry.entries()) {
        const phoneNumber = index % 2 ? `0${makeRandomPhone(9)}` : `+${makeRandomPhone()}`;
        const namesBefore = { ...register };
        Object.assign(register, { firstName, phoneNumber });
        const response = await context.sendAs(person, 'applicants.editProfile');
        if (response.status >= 400) {
          Object.assign(register, namesBefore);
          context.addNote(`a first name is refused: ${describeResponse(response)}`);
          continue;
        }
        expectNames(await readProfile(person, context.helpers), person);
        expectNames(await context.sendAs(person, 'auth.getUser'), person);
      }
    },
  },
  {
    id: 'applicants.saveBioData/keeps-text',
    sentence: 'What applicants.saveBioData accepts MUST come back as it was written.',
    stage: 'BIOGRAPHIC_APPLICANT',
    runFor: async (context, person) => {
      for (const nationality of [
        `${oddText} ${longName.repeat(3)}`,
        oddText,
        "Côte d'Ivoire",
        'ኢትዮጵያዊ',
      ]) {
        const oddBiography = { nationality, countryOfResidence: 'ኢትዮጵያ' };
        const response = await context.sendWith(person, 'applicants.saveBioData', oddBiography);
        if (response.status >= 400) {
          context.addNote(`a nationality is refused: ${describeResponse(response)}`);
          continue;
        }
        person.savedBiography = oddBiography;
        await recordSuccess(person, response, context.helpers);
        const biographyResponse = await context.sendAs(person, 'applicants.getBioData');
        const profileResponse = await readProfile(person, context.helpers);
        for (const [field, value] of Object.entries(oddBiography)) {
          for (const response of [biographyResponse, profileResponse]) {
            const savedValue = fieldsOf(response.json)[field];
            if ((savedValue ?? '') !== '') expectSameText(response, field, savedValue, value);
          }
        }
        return;
      }
      const expectedText = 'a nationality in Ethiopic to be accepted';
      throw makeFailure(expectedText, 'refusals only', context.lastResponse);
    },
  },
  {
    id: 'payments.makeOffline/keeps-text',
    sentence:
      'The transaction reference and the name of who paid MUST be on the receipt as they were written.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      for (const transactionReference of [
        `000${makeRandomText('0123456789', 8)}`,
        `Ft'25/0${makeRandomText('123456789', 6)} & <${ethiopicName}>`,
        makeRandomText('0123456789ABCDEF', 100),
      ]) {
        // The names on a receipt may come from another table than those of the profile.
        const person = transactionReference.includes(ethiopicName)
          ? await registerWithEthiopicNames(context, 'TOOK_EXAM')
          : await context.lendPerson('TOOK_EXAM');
        await updatePendingPayment(person, context.helpers);
        person.paidReference = transactionReference;
        harmlessPersonalData.add(transactionReference);
        const bodyFields = { transactionReference };
        const response = await context.sendWith(person, 'payments.makeOffline', bodyFields);
        if (response.status >= 400) {
          context.addNote(`a transaction reference is refused: ${describeResponse(response)}`);
          continue;
        }
        await recordSuccess(person, response, context.helpers);
        await requestDecision('verify', person, context.helpers);
        person.stage = 'BIOGRAPHIC_APPLICANT';
        const receipt = await context.sendAs(person, 'payments.getReceipt');
        if (receipt.status < 300) expectHerReceipt(receipt, person);
      }
    },
  },
  ...(['applicants.createPassword', 'auth.changePassword'] as const).map(
    (operation): Scenario => ({
      id: `${operation}/works-whole`,
      sentence: `A password with blanks at its ends or unusual signs that ${operation} accepts MUST log in.`,
      rule: 'accounts#passwords-count-whole',
      ...startStageFor(operation),
      runFor: async (context, person) => {
        context.removeFromPool(person);
        // A backend may refuse some: hashes fail at a zero, and NFKC makes two letters of №.
        for (const signs of ['№\u0000', '№', '']
          .map((letters) => passwordSigns + letters)
          .concat(asciiSigns, '')) {
          const password = ` ${person.password}5${signs} `;
          const response = await context.sendWith(person, operation, { password });
          if (response.status >= 400) {
            context.addNote(`refused: ${describeResponse(response)}`);
            continue;
          }
          const loginResponse = await context.logInWith(person, password);
          return expectAccepted(loginResponse, 'the password as it was accepted');
        }
      },
    }),
  ),
  {
    id: 'auth.changePassword/keeps-text',
    sentence: 'A password SHOULD count whole, in any script and with its spaces.',
    rule: 'accounts#passwords-count-whole',
    runFor: async (context, person) => {
      context.removeFromPool(person);
      // Some hashes read 72 bytes, and a backend may refuse what is longer: the second password has 72.
      for (const randomLength of [90, 37]) {
        const password = `  Aa1 ${ethiopicName} ${makeRandomText('abcdefghijkmnpqrstuvwxyz23456789', randomLength)} ${passwordSigns}  z `;
        const body = { email: person.email, password };
        const changeResponse = await context.sendAs(person, 'auth.changePassword', { body });
        if (changeResponse.status >= 400) continue;
        person.password = password;
        const { status } = await context.logInWith(person, password);
        const reason = `a password of ${Buffer.byteLength(password)} bytes was accepted, and the login with it got ${status}`;
        if (status >= 300)
          throw makeBlockBy('auth.changePassword', 'cut password', reason, context.lastResponse);
        return expectWholePasswordNeeded(context, person);
      }
      throw makeSkip('the backend takes no password like it');
    },
  },
]);

async function expectWholePasswordNeeded(context: CheckContext, person: Person): Promise<void> {
  const { password } = person;
  for (const [description, wrongPassword] of Object.entries({
    'with other Ethiopic letters': password.replace(ethiopicName, 'ሰለ'),
    'with another accent': password.replace('é', 'è'),
    'with another emoji': password.replace('😀', '😁'),
    'with another sign': password.replace('<', '>'),
    'without its last 5 characters': password.slice(0, -5),
    'without its blanks': password.replaceAll(' ', ''),
    'without the blanks at its ends': password.trim(),
    'with a character more': `${password}x`,
  })) {
    const response = await context.logInWith(person, wrongPassword);
    const observedText = `a login with her password ${description}`;
    if (response.status < 300)
      throw makeFailure('the whole password to count', observedText, response);
  }
  for (const [password, otherPassword] of equalNumberPasswords) {
    const { status } = await context.sendWith(person, 'auth.changePassword', { password });
    if (status >= 300) continue;
    person.password = password;
    const response = await context.logInWith(person, otherPassword);
    const observedText = `a login with another password, whose hash is another 0e…`;
    if (response.status < 300)
      throw makeFailure('the whole hash of a password to count', observedText, response);
  }
}

async function registerWithEthiopicNames(context: CheckContext, stage: Stage): Promise<Person> {
  const person = context.draftPerson();
  const { register } = person.applicantInput;
  Object.assign(register, { firstName: ethiopicName, lastName: writeLastName(register) });
  await context.performOperation(person, 'applicants.register', 'names in Ethiopic letters');
  while (isBefore(person.stage, stage)) await advanceStage(person, context.helpers);
  return person;
}

/** A last name in Ethiopic. Its end stays, because a leak of her data is noticed by it. */
function writeLastName({ lastName }: Person['applicantInput']['register']): string {
  return `ኃይለ${lastName.slice(-nameMarkLength)}`;
}
