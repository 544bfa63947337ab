/** The router: one line for each operation, and the list of all operations from which everything else derives. */
import type { AppRoute } from '@ts-rest/core';
import { toleratedRefusalSchemas } from './errors.ts';
import { c, type OperationMeta } from './operation.ts';
import * as accounts from './operations/accounts.ts';
import * as application from './operations/application.ts';
import * as catalogue from './operations/catalogue.ts';
import * as exams from './operations/exams.ts';
import * as files from './operations/files.ts';
import * as payments from './operations/payments.ts';
import * as profile from './operations/profile.ts';

/**
 * The responses that a backend should send: success, and the refusals that the specification names. The mock is typed
 * by this router.
 */
export const preferredOperations = {
  applicants: {
    register: accounts.register,
    activate: accounts.activate,
    createPassword: accounts.createPassword,
    resendEmail: accounts.resendEmail,
    getByEmail: profile.getByEmail,
    editProfile: profile.editProfile,
    getBioData: profile.getBioData,
    saveBioData: application.saveBioData,
    saveEducationData: application.saveEducationData,
    saveContactData: application.saveContactData,
    applyForProgram: application.applyForProgram,
  },
  auth: {
    login: accounts.login,
    forgotPassword: accounts.forgotPassword,
    changePassword: accounts.changePassword,
    getUser: accounts.getUser,
    updateUser: accounts.updateUser,
  },
  batchPrograms: { applicable: application.listApplicable },
  programs: { list: catalogue.listPrograms, courses: catalogue.listCourses },
  contents: { list: catalogue.listContents },
  exams: { create: exams.createExam, submit: exams.submitExam },
  payments: {
    getPending: payments.getPending,
    makeOffline: payments.makeOffline,
    payOnline: payments.payOnline,
    getReceipt: payments.getReceipt,
  },
  bankAccounts: { list: payments.listBankAccounts },
  files: { upload: files.upload, get: files.get },
};

/**
 * The responses that a client must be able to read: those of `preferredOperations`, and every other tolerated refusal
 * (specification/decisions §1).
 */
export const contract = c.router(preferredOperations, {
  strictStatusCodes: true,
  commonResponses: toleratedRefusalSchemas,
});

/** The title of each resource in documents, and a sentence about it. */
export const resourceTexts: {
  readonly [R in keyof typeof preferredOperations]: { title: string; description: string };
} = {
  applicants: {
    title: 'Applicants',
    description:
      "Registration, the applicant's own profile, and the four forms of her application: biography, education, emergency contact and the choice of a program.",
  },
  auth: {
    title: 'Login and account',
    description: 'Login, passwords, and the names of an account.',
  },
  batchPrograms: { title: 'Offers', description: 'The programs that can be applied for now.' },
  programs: {
    title: 'Programs',
    description: 'The degree programs and their courses, for everybody.',
  },
  contents: { title: 'Contents', description: 'Texts of the site that the staff can change.' },
  exams: {
    title: 'Exam',
    description: 'The Digital Literacy Test, which opens the way to the payment.',
  },
  payments: {
    title: 'Payments',
    description:
      'The one fee: what is due, the deposit at a bank or the payment online, and the receipt.',
  },
  bankAccounts: { title: 'Bank accounts', description: 'Where to pay at a bank.' },
  files: {
    title: 'Files',
    description: 'Receipts, pictures and documents that applicants upload.',
  },
};

type Preferred = typeof preferredOperations;

/** The name of an operation, e.g. `auth.login`; it is the same everywhere. */
export type OperationName = {
  [R in keyof Preferred]: `${R}.${Extract<keyof Preferred[R], string>}`;
}[keyof Preferred];

/** The route of an operation by its name. */
export type RouteOf<N extends OperationName> = N extends `${infer R}.${infer O}`
  ? R extends keyof typeof contract
    ? O extends keyof (typeof contract)[R]
      ? Extract<(typeof contract)[R][O], AppRoute>
      : never
    : never
  : never;

export interface Operation {
  name: OperationName;
  route: AppRoute;
  meta: OperationMeta;
}

/** Every operation of the contract, in the contract's order. */
export const operations: readonly Operation[] = Object.entries(contract).flatMap(
  ([resource, routes]) =>
    Object.entries(routes as Record<string, AppRoute>).map(([key, route]) => ({
      name: `${resource}.${key}` as OperationName,
      route,
      meta: route.metadata as OperationMeta,
    })),
);

const operationsByName = new Map<string, Operation>(
  operations.map((operation) => [operation.name, operation]),
);

/** @returns the operation of that name, or `undefined` */
export function findOperation(name: string): Operation | undefined {
  return operationsByName.get(name);
}

/** @returns the preferred refusals of an operation: its own, and 401 and 403 if it needs a token */
export function preferredRefusals({ meta }: Operation): number[] {
  const bearerRefusals = meta.auth === 'bearer' ? [401, 403] : [];
  return [...new Set([...bearerRefusals, ...meta.refusalStatuses])].sort((a, b) => a - b);
}
