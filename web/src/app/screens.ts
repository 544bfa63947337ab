/** The screen of each route in routes.ts, loaded when its page is opened. */

import type { ComponentType } from 'react';
import { findRoute, type RouteName, type ScreenProps } from '../site/routes.ts';
import { type Loaded, lazily } from '../ui/part.tsx';

// Files with several screens.
const pages = () => import('../features/pages/pages.tsx');
const programs = () => import('../features/programs/programs.tsx');
const confirmations = () => import('../features/account/confirmations.tsx');
const passwords = () => import('../features/account/passwords.tsx');
const emailPages = () => import('../features/account/email-pages.tsx');
const legal = () => import('../features/pages/legal.tsx');
const paymentConfirmations = () => import('../features/payment/payment-confirmations.tsx');
const applyProgram = () => import('../features/application/apply-program.tsx');

export const screens: Record<RouteName, Loaded<ComponentType<ScreenProps>>> = {
  home: lazily(() => import('../features/home/home.tsx'), 'Home'),
  about: lazily(pages, 'About'),
  contact: lazily(pages, 'Contact'),
  degreePrograms: lazily(programs, 'DegreePrograms'),
  shortPrograms: lazily(pages, 'ShortPrograms'),
  admission: lazily(programs, 'Admission'),
  disclaimer: lazily(pages, 'Disclaimer'),
  register: lazily(() => import('../features/account/register.tsx'), 'Register'),
  registered: lazily(confirmations, 'Registered'),
  activate: lazily(() => import('../features/account/activate.tsx'), 'Activate'),
  createPassword: lazily(passwords, 'CreatePassword'),
  passwordCreated: lazily(confirmations, 'PasswordCreated'),
  login: lazily(() => import('../features/account/login.tsx'), 'Login'),
  forgotPassword: lazily(emailPages, 'ForgotPassword'),
  resetConfirmation: lazily(confirmations, 'ResetConfirmation'),
  changePassword: lazily(passwords, 'ChangePassword'),
  passwordChanged: lazily(confirmations, 'PasswordChanged'),
  resendEmail: lazily(emailPages, 'ResendEmail'),
  emailResent: lazily(confirmations, 'EmailResent'),
  terms: lazily(legal, 'Terms'),
  privacy: lazily(legal, 'Privacy'),
  receipt: lazily(() => import('../features/receipt/receipt.tsx'), 'Receipt'),
  receiptSample: lazily(() => import('../features/receipt/receipt-sample.tsx'), 'ReceiptSample'),
  takeExam: lazily(() => import('../features/exam/take-exam.tsx'), 'TakeExam'),
  examResult: lazily(() => import('../features/exam/exam-result.tsx'), 'ExamResult'),
  offlinePayment: lazily(() => import('../features/payment/offline-payment.tsx'), 'OfflinePayment'),
  finalizePayment: lazily(paymentConfirmations, 'FinalizePayment'),
  pendingPayVerification: lazily(paymentConfirmations, 'PendingPayVerification'),
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
  applyProgram: lazily(applyProgram, 'ApplyProgram'),
  applyProgramConfirmation: lazily(applyProgram, 'ApplyProgramConfirmation'),
  notFound: lazily(pages, 'NotFound'),
};

/** Loads the screen of a path ahead of time. If that fails, the page itself offers another try. */
export async function prepareScreen(path: string): Promise<void> {
  await screens[findRoute(path).name].load().catch(() => {});
}
