import {
  bankAccount,
  contract,
  exam,
  examPayment,
  examResult,
  offlinePayment,
  pendingPayment,
  receipt,
} from '@one-planet/contract';
import { type Named, named, namedObject } from './named.ts';

const { payments, exams } = contract;
const online = payments.payOnline.body;
const question = exam.shape.examQuestionDtoList.element;
const { questionDto } = question.shape;
const code = 'Her payment code, which she names with the payment.';
const accounts = 'Where to pay; only accounts with the status `ACTIVE` are shown.';
const isOffline = 'Whether it is paid at a bank.';

/** The exam and what is paid after it. */
export const paymentNames: Readonly<Record<string, Named>> = {
  Exam: namedObject(exam, 'A running exam.', {
    examDto: 'The exam itself.',
    examQuestionDtoList: 'Its questions, in the order they are shown.',
  }),
  ExamFrame: namedObject(exam.shape.examDto, "An exam's id and length.", {
    id: 'The id it is submitted under.',
    duration: 'How long it takes.',
  }),
  ExamQuestion: namedObject(question, 'A question of this exam.', {
    id: 'The id that an answer names, of this entry and not of the question in it.',
    questionDto: 'The question.',
  }),
  Question: namedObject(questionDto, 'A question with its choices.', {
    questionText: 'What is asked.',
    questionChoiceDtoList: 'The choices; exactly one is right.',
  }),
  Choice: namedObject(questionDto.shape.questionChoiceDtoList.element, 'A choice of a question.', {
    id: 'The id that an answer names.',
    label: 'A letter or number to show before it.',
    choiceText: 'What can be chosen.',
  }),
  SubmitExamRequest: namedObject(exams.submit.body, 'An exam with its answers.', {
    id: 'Which exam.',
    results: 'The answers.',
  }),
  ExamResult: namedObject(examResult, 'How an exam ended.', {
    result: 'The result in words or points.',
    resultDesc: 'The result in words.',
    paymentDto: 'The payment that follows.',
    bankAccountList: accounts,
  }),
  ExamPayment: namedObject(examPayment, 'What to pay after a pass.', {
    description: 'What the payment is for.',
    paymentCode: code,
    paymentAmount: 'The amount in birr.',
    isOffline,
  }),
  PendingPayment: namedObject(pendingPayment, 'A payment that is due.', {
    paymentDto: 'What to pay.',
    bankAccountList: accounts,
  }),
  PaymentDue: namedObject(pendingPayment.shape.paymentDto, 'What to pay.', {
    paymentDescription: 'What the payment is for.',
    paymentCode: code,
    paymentAmount: 'The amount in birr, more than 0.',
    isOffline,
  }),
  BankAccount: namedObject(bankAccount, 'A bank account of the college.', {
    id: "The account's id.",
    bank: "The bank's name.",
    account: 'The account number.',
    status: '`ACTIVE` where payments are taken.',
  }),
  MakeOfflinePaymentRequest: namedObject(offlinePayment, 'A deposit at a bank.', {
    paymentCode: code,
    transactionReference: "The bank's reference of the deposit.",
    bankAccount: 'Where it was paid to.',
    attachmentUrl: 'The receipt: a JPEG or PNG of at most 4 MB that she uploaded.',
  }),
  PayOnlineRequest: namedObject(online, 'A payment at a provider.', {
    price: 'The amount, in the currency of the provider.',
    currency: 'The currency.',
    method: 'The provider.',
    intent: 'Always `SALE`.',
    description: 'What the payment is for.',
  }),
  Currency: named(online.shape.currency, 'A currency, by its ISO code.'),
  PaymentProvider: named(online.shape.method, 'A provider of online payments.'),
  OnlinePayment: namedObject(payments.payOnline.responses[200], 'A payment that was opened.', {
    redirect: "The provider's page to send her to: an https address.",
  }),
  Receipt: namedObject(receipt, 'A receipt; missing fields stay blank.', {
    datePaid: 'The day of the payment: text, milliseconds, or year, month and day.',
    isOffline: 'Whether it was paid at a bank.',
    applicant: "The applicant's full name.",
    paymentCode: 'The code of the payment.',
    transactionReference: "The bank's reference of the deposit.",
    email: "The applicant's e-mail address.",
    accountNumber: 'The account it was paid to.',
    bankAccount: 'The bank it was paid to.',
    description: 'What was paid for.',
    paymentAmount: 'The amount that was paid.',
  }),
};
