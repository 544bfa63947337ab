import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useReceiptPath } from '../../applicant/payment.ts';
import { biographyFactsIn } from '../../applicant/shown-biography.ts';
import { type FormAnswers, readAnswers } from '../../offline/form-answers.ts';
import type { WaitingStep } from '../../offline/outbox-items.ts';
import { useSentDetails } from '../../offline/sent-payment.ts';
import { useApplicantQueryOptions } from '../../site/applicant-queries.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import type { Profile } from '../../site/records.ts';
import { formatDayAndTime, useTimeZone } from '../../site/times.ts';
import { isObject } from '../../site/unchecked.ts';
import { outboxTexts } from '../../texts/applicant-words.ts';
import { formatPersonName, formatPhone } from '../../texts/formats.ts';
import { DescriptionList } from '../../ui/blocks.tsx';
import { Letterhead } from '../../ui/letterhead.tsx';
import { application as texts } from './application-words.ts';
import { biography } from './biography-words.ts';
import '../../styles/receipt.css';

const stepsWithTitles = [
  ['applicants.saveBioData', outboxTexts.steps.biography],
  ['applicants.saveEducationData', outboxTexts.steps.education],
  ['applicants.saveContactData', outboxTexts.steps.contact],
] as const;

export type AnswersByStep = Partial<Record<WaitingStep, FormAnswers>>;

/** @returns the answers in the forms that this device has stored; `undefined` until they are read */
export function useStoredAnswers(): AnswersByStep | undefined {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [answers, setAnswers] = useState<AnswersByStep>();
  useEffect(() => void readAnswers(site, email).then(setAnswers), [site, email]);
  return answers;
}

interface RecordProps {
  profile: Profile;
  /** The name of her program, with its intake; empty if it is unknown. */
  program: string;
  answers: AnswersByStep;
}

/** A record of the application, to be printed: the applicant, the program, the payment and the answers in the forms. */
export function ApplicationRecord({ profile, program, answers }: RecordProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const timeZone = useTimeZone();
  const paymentDetails = useSentDetails(email);
  const receiptPath = useReceiptPath(paymentDetails.code);
  const { record } = texts;
  const { firstName, middleName, lastName, phone } = profile;
  const appliedAt = answers['applicants.applyForProgram']?.sentAt;
  const facts = [
    [
      record.name,
      formatPersonName([firstName, middleName, lastName].filter(Boolean).join(' ')),
      'no',
    ],
    [record.email, email, 'no'],
    [record.phone, formatPhone(phone), 'no'],
    [record.program, program, 'no'],
    [record.applied, appliedAt ? formatDayAndTime(appliedAt, timeZone) : ''],
    [record.code, paymentDetails.code, 'no'],
    [record.amount, paymentDetails.amount, 'no'],
    [record.bank, paymentDetails.bank, 'no'],
    [record.account, paymentDetails.account, 'no'],
    [record.reference, paymentDetails.reference, 'no'],
  ] as const;
  const hasAllAnswers = stepsWithTitles.every(([step]) => answers[step]);
  return (
    <article className="paper record">
      <Letterhead isOnPaperOnly />
      <h2>{record.title}</h2>
      <DescriptionList facts={facts.filter(([, value]) => value !== '')} />
      {receiptPath && (
        <p className="print">
          <Link to={receiptPath}>{record.receipt}</Link>
        </p>
      )}
      {stepsWithTitles.map(([step, title]) => {
        const filledAnswers = answers[step]?.answers.filter(([, value]) => value !== '') ?? [];
        return (
          filledAnswers.length > 0 && (
            <section key={step}>
              <h3>{title}</h3>
              <DescriptionList facts={filledAnswers} />
            </section>
          )
        );
      })}
      {!answers['applicants.saveBioData'] && <BiographyFacts />}
      <p className="hint print">{hasAllAnswers ? record.keep : record.elsewhere}</p>
      <p className="print">
        <button type="button" className="button" onClick={() => print()}>
          {record.print}
        </button>
      </p>
    </article>
  );
}

/** The fields of the biography that the API returns, for a device that has not stored the answers. */
function BiographyFacts() {
  const { data } = useSite().hooks.applicants.getBioData.useQuery({
    ...useApplicantQueryOptions(),
    call: { isUsable: isObject },
    select: biographyFactsIn,
  });
  if (!data?.length) return null;
  return (
    <section>
      <h3>{biography.title}</h3>
      <DescriptionList facts={data} />
    </section>
  );
}
