/** The screen of each route in routes.ts, loaded when its page is opened. */

import type { ComponentType } from 'react';
import { findRoute, type RouteName, type ScreenProps } from '../site/routes.ts';
import { type Loaded, lazily } from '../ui/part.tsx';

export const screens: Record<RouteName, Loaded<ComponentType<ScreenProps>>> = {
  home: lazily(() => import('../features/home/home.tsx'), 'Home'),
  about: lazily(() => import('../features/pages/pages.tsx'), 'About'),
  contact: lazily(() => import('../features/pages/pages.tsx'), 'Contact'),
  degreePrograms: lazily(() => import('../features/programs/programs.tsx'), 'DegreePrograms'),
  shortPrograms: lazily(() => import('../features/pages/pages.tsx'), 'ShortPrograms'),
  admission: lazily(() => import('../features/programs/programs.tsx'), 'Admission'),
  disclaimer: lazily(() => import('../features/pages/pages.tsx'), 'Disclaimer'),
  register: lazily(() => import('../features/account/register.tsx'), 'Register'),
  registered: lazily(() => import('../features/account/confirmations.tsx'), 'Registered'),
  activate: lazily(() => import('../features/account/activate.tsx'), 'Activate'),
  createPassword: lazily(() => import('../features/account/passwords.tsx'), 'CreatePassword'),
  passwordCreated: lazily(() => import('../features/account/confirmations.tsx'), 'PasswordCreated'),
  login: lazily(() => import('../features/account/login.tsx'), 'Login'),
  forgotPassword: lazily(() => import('../features/account/email-pages.tsx'), 'ForgotPassword'),
  resetConfirmation: lazily(
    () => import('../features/account/confirmations.tsx'),
    'ResetConfirmation',
  ),
  changePassword: lazily(() => import('../features/account/passwords.tsx'), 'ChangePassword'),
  passwordChanged: lazily(() => import('../features/account/confirmations.tsx'), 'PasswordChanged'),
  resendEmail: lazily(() => import('../features/account/email-pages.tsx'), 'ResendEmail'),
  emailResent: lazily(() => import('../features/account/confirmations.tsx'), 'EmailResent'),
  terms: lazily(() => import('../features/pages/legal.tsx'), 'Terms'),
  privacy: lazily(() => import('../features/pages/legal.tsx'), 'Privacy'),
  receipt: lazily(() => import('../features/receipt/receipt.tsx'), 'Receipt'),
  receiptSample: lazily(() => import('../features/receipt/receipt-sample.tsx'), 'ReceiptSample'),
  takeExam: lazily(() => import('../features/exam/take-exam.tsx'), 'TakeExam'),
  examResult: lazily(() => import('../features/exam/exam-result.tsx'), 'ExamResult'),
  offlinePayment: lazily(() => import('../features/payment/offline-payment.tsx'), 'OfflinePayment'),
  finalizePayment: lazily(() => import('../features/payment/payment-made.tsx'), 'FinalizePayment'),
  pendingPayVerification: lazily(
    () => import('../features/payment/payment-made.tsx'),
    'PendingPayVerification',
  ),
  editProfile: lazily(() => import('../features/profile/edit-profile.tsx'), 'EditProfile'),
  biographyData: lazily(() => import('../features/application/biography.tsx'), 'BiographyData'),
  educationBackground: lazily(
    () => import('../features/application/education-background.tsx'),
    'EducationBackground',
  ),
  emergencyContact: lazily(
    () => import('../features/application/emergency-contact.tsx'),
    'EmergencyContact',
  ),
  applyProgram: lazily(() => import('../features/application/apply-program.tsx'), 'ApplyProgram'),
  applyProgramConfirmation: lazily(
    () => import('../features/application/apply-program.tsx'),
    'ApplyProgramConfirmation',
  ),
  notFound: lazily(() => import('../features/pages/pages.tsx'), 'NotFound'),
};

/** Loads the screen of a path ahead of time. If that fails, the page itself offers another try. */
export async function prepareScreen(path: string): Promise<void> {
  await screens[findRoute(path).name].load().catch(() => {});
}
