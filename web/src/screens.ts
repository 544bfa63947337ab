/** The screen of each route in routes.ts, loaded when its page is opened. */
import type { ComponentType } from 'react';
import { findRoute, type RouteName, type ScreenProps } from './routes.ts';
import { type Loaded, lazily } from './site/lazily.ts';

type Screen = ComponentType<ScreenProps>;

/** @param name under which the module exports the screen */
function screen<N extends string>(
  load: () => Promise<Readonly<Record<N, Screen>>>,
  name: N,
): Loaded<Screen> {
  return lazily(async () => ({ default: (await load())[name] }));
}

export const screens: Record<RouteName, Loaded<Screen>> = {
  home: screen(() => import('./features/home/home.tsx'), 'Home'),
  about: screen(() => import('./features/pages/about.tsx'), 'About'),
  contact: screen(() => import('./features/pages/contact.tsx'), 'Contact'),
  degreePrograms: screen(() => import('./features/programs/programs.tsx'), 'DegreePrograms'),
  shortPrograms: screen(() => import('./features/pages/short-programs.tsx'), 'ShortPrograms'),
  admission: screen(() => import('./features/programs/admission.tsx'), 'Admission'),
  disclaimer: screen(() => import('./features/pages/disclaimer.tsx'), 'Disclaimer'),
  register: screen(() => import('./features/account/register.tsx'), 'Register'),
  registered: screen(() => import('./features/account/confirmations.tsx'), 'Registered'),
  activate: screen(() => import('./features/account/activate.tsx'), 'Activate'),
  createPassword: screen(() => import('./features/account/create-password.tsx'), 'CreatePassword'),
  passwordCreated: screen(() => import('./features/account/confirmations.tsx'), 'PasswordCreated'),
  login: screen(() => import('./features/account/login.tsx'), 'Login'),
  forgotPassword: screen(() => import('./features/account/email-pages.tsx'), 'ForgotPassword'),
  resetConfirmation: screen(
    () => import('./features/account/confirmations.tsx'),
    'ResetConfirmation',
  ),
  changePassword: screen(() => import('./features/account/change-password.tsx'), 'ChangePassword'),
  passwordChanged: screen(() => import('./features/account/confirmations.tsx'), 'PasswordChanged'),
  resendEmail: screen(() => import('./features/account/email-pages.tsx'), 'ResendEmail'),
  emailResent: screen(() => import('./features/account/confirmations.tsx'), 'EmailResent'),
  terms: screen(() => import('./features/pages/terms.tsx'), 'Terms'),
  privacy: screen(() => import('./features/pages/privacy.tsx'), 'Privacy'),
  receipt: screen(() => import('./features/receipt/receipt.tsx'), 'Receipt'),
  receiptSample: screen(() => import('./features/receipt/receipt-sample.tsx'), 'ReceiptSample'),
  takeExam: screen(() => import('./features/exam/take-exam.tsx'), 'TakeExam'),
  examResult: screen(() => import('./features/exam/exam-result.tsx'), 'ExamResult'),
  offlinePayment: screen(() => import('./features/payment/offline-payment.tsx'), 'OfflinePayment'),
  finalizePayment: screen(() => import('./features/payment/payment-made.tsx'), 'FinalizePayment'),
  pendingPayVerification: screen(
    () => import('./features/payment/payment-made.tsx'),
    'PendingPayVerification',
  ),
  editProfile: screen(() => import('./features/profile/edit-profile.tsx'), 'EditProfile'),
  biographyData: screen(() => import('./features/forms/biography-data.tsx'), 'BiographyData'),
  educationBackground: screen(
    () => import('./features/forms/education-background.tsx'),
    'EducationBackground',
  ),
  emergencyContact: screen(
    () => import('./features/forms/emergency-contact.tsx'),
    'EmergencyContact',
  ),
  applyProgram: screen(() => import('./features/forms/apply-program.tsx'), 'ApplyProgram'),
  applyProgramConfirmation: screen(
    () => import('./features/forms/apply-program.tsx'),
    'ApplyProgramConfirmation',
  ),
  notFound: screen(() => import('./features/pages/not-found.tsx'), 'NotFound'),
};

/** Loads the screen of a path ahead of time. If that fails, the page itself offers another try. */
export async function prepareScreen(path: string): Promise<void> {
  await screens[findRoute(path).name].load().catch(() => {});
}
