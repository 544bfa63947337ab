/** The screen of each route in routes.ts, loaded when its page is opened. */
import type { ComponentType } from 'react';
import { findRoute, type RouteName, type ScreenProps } from './routes.ts';
import { type Loaded, lazily } from './site/lazily.ts';

const confirmations = () => import('./features/account/confirmations.tsx');

export const screens: Readonly<Record<RouteName, Loaded<ComponentType<ScreenProps>>>> = {
  home: lazily(() => import('./features/home/home.tsx')),
  about: lazily(() => import('./features/pages/about.tsx')),
  contact: lazily(() => import('./features/pages/contact.tsx')),
  degreePrograms: lazily(() => import('./features/programs/degree-programs.tsx')),
  shortPrograms: lazily(() => import('./features/programs/short-programs.tsx')),
  admission: lazily(() => import('./features/programs/admission.tsx')),
  disclaimer: lazily(() => import('./features/pages/disclaimer.tsx')),
  register: lazily(() => import('./features/account/register.tsx')),
  registered: lazily(async () => ({ default: (await confirmations()).Registered })),
  activate: lazily(() => import('./features/account/activate.tsx')),
  createPassword: lazily(() => import('./features/account/create-password.tsx')),
  passwordCreated: lazily(async () => ({ default: (await confirmations()).PasswordCreated })),
  login: lazily(() => import('./features/account/login.tsx')),
  forgotPassword: lazily(() => import('./features/account/forgot-password.tsx')),
  resetConfirmation: lazily(async () => ({ default: (await confirmations()).ResetConfirmation })),
  changePassword: lazily(() => import('./features/account/change-password.tsx')),
  passwordChanged: lazily(async () => ({ default: (await confirmations()).PasswordChanged })),
  resendEmail: lazily(() => import('./features/account/resend-email.tsx')),
  emailResent: lazily(async () => ({ default: (await confirmations()).EmailResent })),
  terms: lazily(() => import('./features/pages/terms.tsx')),
  receipt: lazily(() => import('./features/receipt/receipt.tsx')),
  receiptSample: lazily(() => import('./features/receipt/receipt-sample.tsx')),
  takeExam: lazily(() => import('./features/exam/take-exam.tsx')),
  examResult: lazily(() => import('./features/exam/exam-result.tsx')),
  offlinePayment: lazily(() => import('./features/payment/offline-payment.tsx')),
  finalizePayment: lazily(() => import('./features/payment/finalize-payment.tsx')),
  pendingPayVerification: lazily(() => import('./features/payment/pending-pay-verification.tsx')),
  editProfile: lazily(() => import('./features/profile/edit-profile.tsx')),
  biographyData: lazily(() => import('./features/forms/biography-data.tsx')),
  educationBackground: lazily(() => import('./features/forms/education-background.tsx')),
  emergencyContact: lazily(() => import('./features/forms/emergency-contact.tsx')),
  applyProgram: lazily(() => import('./features/forms/apply-program.tsx')),
  applyProgramConfirmation: lazily(() => import('./features/forms/apply-program-confirmation.tsx')),
  notFound: lazily(() => import('./features/pages/not-found.tsx')),
};

/** Loads the screen of a path before it is opened. A failure is left to the page, which offers another try. */
export async function prepareScreen(path: string): Promise<void> {
  await screens[findRoute(path).name].load().catch(() => {});
}
