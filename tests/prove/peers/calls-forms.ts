import { applicantExamples, toBioData, toContactData, toEducationData } from '@one-planet/contract';
import { type Call, call } from './call.ts';
import type { SetUp } from './set-up.ts';

const { hana } = applicantExamples;

/** The steps of the application, and the payment. */
export function forms({ tokens, files, offer }: SetUp): Call[] {
  const bio = toBioData(
    { ...hana.bio, profilePicture: undefined, educationDocument: undefined },
    { profilePicture: files.writing, educationDocument: files.document },
  );
  const education = toEducationData(hana.education);
  const contact = toContactData(hana.contact);
  const apply = { selectedBatchProgramId: Number(offer) || 0 };
  const { nationality: _nationality, ...incompleteBio } = bio;
  const { contactFullName: _name, ...incompleteContact } = contact;
  const { lastAttendedHighSchool: _school, ...incompleteEducation } = education;
  return [
    call('applicants.saveBioData', 200, { token: tokens.writing, body: bio }),
    call('applicants.saveBioData', 400, { token: tokens.writingBadly, body: incompleteBio }),
    call('applicants.saveBioData', 409, { token: tokens.starting, body: bio }),
    call('applicants.saveEducationData', 200, { token: tokens.education, body: education }),
    call('applicants.saveEducationData', 400, {
      token: tokens.educationBadly,
      body: incompleteEducation,
    }),
    call('applicants.saveEducationData', 409, { token: tokens.starting, body: education }),
    call('applicants.saveContactData', 200, { token: tokens.contact, body: contact }),
    call('applicants.saveContactData', 400, {
      token: tokens.contactBadly,
      body: incompleteContact,
    }),
    call('applicants.saveContactData', 409, { token: tokens.starting, body: contact }),
    call('applicants.applyForProgram', 200, { token: tokens.ready, body: apply }),
    call('applicants.applyForProgram', 400, { token: tokens.readyBadly, body: {} }),
    call('applicants.applyForProgram', 404, {
      token: tokens.readyBadly,
      body: { selectedBatchProgramId: 999999 },
    }),
    call('applicants.applyForProgram', 409, { token: tokens.starting, body: apply }),
  ];
}

export function payments({ tokens, account, files, code, receipt }: SetUp): Call[] {
  const deposit = {
    paymentCode: code,
    transactionReference: hana.transactionReference,
    bankAccount: account,
    attachmentUrl: files.paying,
  };
  const { transactionReference: _reference, ...incomplete } = deposit;
  const online = {
    price: 500,
    currency: 'ETB',
    method: 'arifpay',
    intent: 'SALE',
    description: 'Fee',
  };
  return [
    call('payments.getPending', 200, { token: tokens.pending }),
    call('payments.getPending', 404, { token: tokens.admitted }),
    call('payments.makeOffline', 200, { token: tokens.paying, body: deposit }),
    call('payments.makeOffline', 400, { token: tokens.pending, body: incomplete }),
    call('payments.makeOffline', 409, { token: tokens.admitted, body: deposit }),
    call('payments.payOnline', 200, { token: tokens.payingOnline, body: online }),
    call('payments.payOnline', 400, { token: tokens.pending, body: { ...online, method: 'cash' } }),
    call('payments.payOnline', 409, { token: tokens.admitted, body: online }),
    call('payments.getReceipt', 200, { params: { paymentCode: receipt } }),
    call('payments.getReceipt', 404, { params: { paymentCode: 'unknown' } }),
  ];
}
