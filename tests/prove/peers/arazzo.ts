import { applicantExamples, toBioData, toContactData, toEducationData } from '@one-planet/contract';
import { precreatedPassword } from '@one-planet/mocks';
import { outsideStep, type Step, stepOf } from './arazzo-step.ts';
import { type Call, call } from './call.ts';
import { emailOf } from './people.ts';
import { paper, picture } from './samples.ts';
import { registrationOf, type SetUp } from './set-up.ts';

const { hana } = applicantExamples;
const token = '$steps.auth-login.outputs.token';
const login = (email: string, password: string) =>
  stepOf(call('auth.login', 200, { body: { email, password } }), {
    outputs: { token: '$response.body#/token' },
  });

/**
 * The journey in two halves, since Arazzo can neither cut a token out of a mailed link nor look up the answers of an
 * exam: the link's token is prepared, and the second half is walked by somebody who has passed.
 */
export function arazzo(url: string, known: SetUp, calls: readonly Call[]) {
  return {
    arazzo: '1.0.1',
    info: { title: 'The journey of an applicant', version: '1' },
    sourceDescriptions: [{ name: 'admissions', url: './openapi.json', type: 'openapi' }],
    workflows: [
      { workflowId: 'journey-until-the-exam', steps: untilExam(known) },
      { workflowId: 'journey-from-the-payment', steps: fromPayment(url) },
      ...calls.map((one) => ({
        workflowId: `${one.operation.replace('.', '-')}-${one.status}`,
        steps: [stepOf(one)],
      })),
    ],
  };
}

function untilExam({ links }: SetUp): Step[] {
  const email = 'journey@example.com';
  const { password } = hana;
  const create = call('applicants.createPassword', 200, {
    params: { token: '$steps.applicants-activate.outputs.token' },
    body: { name: email, email, password },
  });
  const first = '$response.body#/examQuestionDtoList/0';
  const results = '{$steps.exams-create.outputs.question}:{$steps.exams-create.outputs.choice}';
  return [
    stepOf(call('applicants.register', 201, { body: registrationOf('arazzo@example.com') })),
    stepOf(call('applicants.activate', 200, { params: { token: links.journey }, body: {} }), {
      holds: ["$response.body#/status == 'NOT_ACTIVATED'", `$response.body#/email == '${email}'`],
      outputs: { token: '$response.body#/token' },
    }),
    stepOf(create),
    login(email, password),
    profile('ACTIVATED', email),
    stepOf(call('exams.create', 201, { token: `{${token}}` }), {
      outputs: {
        id: '$response.body#/examDto/id',
        question: `${first}/id`,
        choice: `${first}/questionDto/questionChoiceDtoList/0/id`,
      },
    }),
    stepOf(
      call('exams.submit', 202, {
        token: `{${token}}`,
        body: { id: '$steps.exams-create.outputs.id', results },
      }),
    ),
    profile('ACTIVATED', email, 'after-a-failed-exam'),
  ];
}

function fromPayment(url: string): Step[] {
  const email = emailOf('TOOK_EXAM', 4);
  const api = (operation: Call['operation'], status: number, body?: unknown) =>
    call(operation, status, { token: `{${token}}`, ...(body === undefined ? {} : { body }) });
  const upload = (file: Blob, as: string) =>
    stepOf(call('files.upload', 200, { token: `{${token}}`, file }), {
      as,
      outputs: { name: '$response.body' },
    });
  const bio = toBioData(
    { ...hana.bio, profilePicture: undefined, educationDocument: undefined },
    {
      profilePicture: '$steps.upload-picture.outputs.name',
      educationDocument: '$steps.upload-document.outputs.name',
    },
  );
  const pending = '$steps.payments-getPending.outputs';
  const deposit = {
    paymentCode: `${pending}.code`,
    transactionReference: hana.transactionReference,
    bankAccount: `${pending}.account`,
    attachmentUrl: '$steps.upload-receipt.outputs.name',
  };
  const offer = '$steps.batchPrograms-applicable.outputs.id';
  return [
    login(email, precreatedPassword),
    profile('TOOK_EXAM', email, 'profile-took-exam'),
    stepOf(api('payments.getPending', 200), {
      outputs: {
        code: '$response.body#/paymentDto/paymentCode',
        account: '$response.body#/bankAccountList/0/account',
        amount: '$response.body#/paymentDto/paymentAmount',
      },
    }),
    upload(picture, 'upload-receipt'),
    stepOf(api('payments.makeOffline', 200, deposit)),
    profile('ACTIVATION_PAID', email, 'profile-paid'),
    outsideStep('staff-verify', `${url}/_mock/staff/verify`, { email }),
    profile('BIOGRAPHIC_APPLICANT', email, 'profile-verified'),
    upload(picture, 'upload-picture'),
    upload(paper, 'upload-document'),
    stepOf(api('applicants.saveBioData', 200, bio)),
    profile('BIOGRAPHIC_APPLICANT2', email, 'profile-biography'),
    stepOf(api('applicants.saveEducationData', 200, toEducationData(hana.education))),
    profile('BIOGRAPHIC_APPLICANT3', email, 'profile-education'),
    stepOf(api('applicants.saveContactData', 200, toContactData(hana.contact))),
    profile('READY_TO_APPLY', email, 'profile-contact'),
    stepOf(api('batchPrograms.applicable', 200), { outputs: { id: '$response.body#/0/id' } }),
    stepOf(api('applicants.applyForProgram', 200, { selectedBatchProgramId: offer })),
    profile('APPLIED', email, 'profile-applied'),
    stepOf(call('payments.getReceipt', 200, { params: { paymentCode: `${pending}.code` } }), {
      holds: [`$response.body#/paymentAmount == ${pending}.amount`],
    }),
  ];
}

/** Reads the profile and wants a state. */
function profile(state: string, email: string, as = 'profile'): Step {
  const read = call('applicants.getByEmail', 200, { params: { email }, token: `{${token}}` });
  return stepOf(read, { as, holds: [`$response.body#/status == '${state}'`] });
}
