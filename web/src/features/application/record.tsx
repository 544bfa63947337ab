import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useReceiptPath } from '../../applicant/payment.ts';
import { type FormAnswers, readAnswers } from '../../offline/form-answers.ts';
import type { WaitingStep } from '../../offline/outbox-items.ts';
import { useSentDetails } from '../../offline/sent-payment.ts';
import { useApplicantQueryOptions } from '../../site/applicant-queries.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import type { Profile } from '../../site/records.ts';
import { dayAndTime, useZone } from '../../site/times.ts';
import { isRecord, textOf } from '../../site/unchecked.ts';
import { localCountryName } from '../../texts/english-formats.ts';
import { phoneOf } from '../../texts/formats.ts';
import { DescriptionList } from '../../ui/blocks.tsx';
import { biography, contact, education, application as texts } from './application-words.ts';
import '../../styles/receipt.css';

const forms = [
  ['applicants.saveBioData', biography.title],
  ['applicants.saveEducationData', education.title],
  ['applicants.saveContactData', contact.title],
] as const;

export type Answers = Partial<Record<WaitingStep, FormAnswers>>;

/** @returns what she answered in the forms, as far as this device knows it; nothing until it is read */
export function useAnswers(): Answers | undefined {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [answers, setAnswers] = useState<Answers>();
  useEffect(() => void readAnswers(email).then(setAnswers), [email]);
  return answers;
}

interface RecordProps {
  profile: Profile;
  /** Of her program, with its intake; empty where nobody knows it. */
  program: string;
  answers: Answers;
}

/** What an applicant keeps: who she is, what she applied to, what she paid and what she answered. It prints well. */
export function ApplicationRecord({ profile, program, answers }: RecordProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const zone = useZone();
  const payment = useSentDetails(email);
  const receipt = useReceiptPath(payment.code);
  const { record } = texts;
  const { firstName, middleName, lastName, phone } = profile;
  const at = answers['applicants.applyForProgram']?.sentAt;
  const facts = [
    [record.name, [firstName, middleName, lastName].filter(Boolean).join(' '), 'no'],
    [record.email, email, 'no'],
    [record.phone, phoneOf(phone), 'no'],
    [record.program, program, 'no'],
    [record.applied, at ? dayAndTime(at, zone) : ''],
    [record.code, payment.code, 'no'],
    [record.amount, payment.amount, 'no'],
    [record.bank, payment.bank, 'no'],
    [record.account, payment.account, 'no'],
    [record.reference, payment.reference, 'no'],
  ] as const;
  const isWhole = forms.every(([step]) => answers[step]);
  return (
    <article className="paper record">
      <h2>{record.title}</h2>
      <DescriptionList facts={facts.filter(([, value]) => value !== '')} />
      {receipt && (
        <p className="print">
          <Link to={receipt}>{record.receipt}</Link>
        </p>
      )}
      {forms.map(([step, title]) => {
        const known = answers[step]?.answers.filter(([, value]) => value !== '') ?? [];
        return (
          known.length > 0 && (
            <section key={step}>
              <h3>{title}</h3>
              <DescriptionList facts={known} />
            </section>
          )
        );
      })}
      {!answers['applicants.saveBioData'] && <Biography />}
      <p className="hint print">{isWhole ? record.keep : record.elsewhere}</p>
      <p className="print">
        <button type="button" className="button primary" onClick={() => print()}>
          {record.print}
        </button>
      </p>
    </article>
  );
}

/** On another device: what the college returns of it. */
function Biography() {
  const { data } = useSite().hooks.applicants.getBioData.useQuery({
    ...useApplicantQueryOptions('applicants.getBioData'),
    queryData: { isUsable: isRecord },
    select: ({ body }) => [
      [biography.countryOfResidence, localCountryName(textOf(body.countryOfResidence))] as const,
      [biography.nationality, textOf(body.nationality)] as const,
    ],
  });
  const known = data?.filter(([, value]) => value !== '') ?? [];
  if (known.length === 0) return null;
  return (
    <section>
      <h3>{biography.title}</h3>
      <DescriptionList facts={known} />
    </section>
  );
}
