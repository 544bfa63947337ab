/** The screen of each route in routes.ts, loaded when its page is opened. */

import type { ComponentType } from 'react';
import { findRoute, type RouteName, type ScreenProps } from '../site/routes.ts';
import { type LazyExport, lazyExport } from '../ui/lazy-part.tsx';

// Files with several screens.
const pages = () => import('../features/pages/pages.tsx');
const programs = () => import('../features/programs/programs.tsx');
const confirmations = () => import('../features/account/confirmations.tsx');
const passwords = () => import('../features/account/passwords.tsx');
const emailPages = () => import('../features/account/email-pages.tsx');
const legal = () => import('../features/pages/legal.tsx');
const paymentConfirmations = () => import('../features/payment/payment-confirmations.tsx');
const applyProgram = () => import('../features/application/apply-program.tsx');

export const screens: Record<RouteName, LazyExport<ComponentType<ScreenProps>>> = {
  home: lazyExport(() => import('../features/home/home.tsx'), 'Home'),
  about: lazyExport(pages, 'About'),
  contact: lazyExport(pages, 'Contact'),
  degreePrograms: lazyExport(programs, 'DegreePrograms'),
  shortPrograms: lazyExport(pages, 'ShortPrograms'),
  admission: lazyExport(programs, 'Admission'),
  disclaimer: lazyExport(pages, 'Disclaimer'),
  register: lazyExport(() => import('../features/account/register.tsx'), 'Register'),
  registered: lazyExport(confirmations, 'Registered'),
  activate: lazyExport(() => import('../features/account/activate.tsx'), 'Activate'),
  createPassword: lazyExport(passwords, 'CreatePassword'),
  passwordCreated: lazyExport(confirmations, 'PasswordCreated'),
  login: lazyExport(() => import('../features/account/login.tsx'), 'Login'),
  forgotPassword: lazyExport(emailPages, 'ForgotPassword'),
  resetConfirmation: lazyExport(confirmations, 'ResetConfirmation'),
  changePassword: lazyExport(passwords, 'ChangePassword'),
  passwordChanged: lazyExport(confirmations, 'PasswordChanged'),
  resendEmail: lazyExport(emailPages, 'ResendEmail'),
  emailResent: lazyExport(confirmations, 'EmailResent'),
  terms: lazyExport(legal, 'Terms'),
  privacy: lazyExport(legal, 'Privacy'),
  receipt: lazyExport(() => import('../features/receipt/receipt.tsx'), 'Receipt'),
  receiptSample: lazyExport(
    () => import('../features/receipt/receipt-sample.tsx'),
    'ReceiptSample',
  ),
  takeExam: lazyExport(() => import('../features/exam/take-exam.tsx'), 'TakeExam'),
  examResult: lazyExport(() => import('../features/exam/exam-result.tsx'), 'ExamResult'),
  offlinePayment: lazyExport(
    () => import('../features/payment/offline-payment.tsx'),
    'OfflinePayment',
  ),
  finalizePayment: lazyExport(paymentConfirmations, 'FinalizePayment'),
  pendingPayVerification: lazyExport(paymentConfirmations, 'PendingPayVerification'),
  editProfile: lazyExport(() => import('../features/profile/edit-profile.tsx'), 'EditProfile'),
  biographyData: lazyExport(() => import('../features/application/biography.tsx'), 'BiographyData'),
  educationBackground: lazyExport(
    () => import('../features/application/education-background.tsx'),
    'EducationBackground',
  ),
  emergencyContact: lazyExport(
    () => import('../features/application/emergency-contact.tsx'),
    'EmergencyContact',
  ),
  applyProgram: lazyExport(applyProgram, 'ApplyProgram'),
  applyProgramConfirmation: lazyExport(applyProgram, 'ApplyProgramConfirmation'),
  notFound: lazyExport(pages, 'NotFound'),
};

/** Loads the screen of a path ahead of time. If that fails, the page itself offers another try. */
export async function prepareScreen(path: string): Promise<void> {
  await screens[findRoute(path).name].load().catch(() => {});
}
