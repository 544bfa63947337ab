/** The screen of each route in routes.ts, loaded when its page is opened. */

import type { ComponentType } from 'react';
import { findRoute, type RouteName, type ScreenProps } from '../site/routes.ts';
import { type LazyExport, lazyExport } from '../ui/lazy-part.tsx';

// Files with several screens.
const importInfoPages = () => import('../features/pages/pages.tsx');
const importPrograms = () => import('../features/programs/programs.tsx');
const importConfirmations = () => import('../features/account/confirmations.tsx');
const importPasswords = () => import('../features/account/passwords.tsx');
const importEmailPages = () => import('../features/account/email-pages.tsx');
const importLegal = () => import('../features/pages/legal.tsx');
const importPaymentConfirmations = () => import('../features/payment/payment-confirmations.tsx');
const importApplyProgram = () => import('../features/application/apply-program.tsx');

export const screens: Record<RouteName, LazyExport<ComponentType<ScreenProps>>> = {
  home: lazyExport(() => import('../features/home/home.tsx'), 'Home'),
  about: lazyExport(importInfoPages, 'About'),
  contact: lazyExport(importInfoPages, 'Contact'),
  degreePrograms: lazyExport(importPrograms, 'DegreePrograms'),
  shortPrograms: lazyExport(importInfoPages, 'ShortPrograms'),
  admission: lazyExport(importPrograms, 'Admission'),
  disclaimer: lazyExport(importInfoPages, 'Disclaimer'),
  register: lazyExport(() => import('../features/account/register.tsx'), 'Register'),
  registered: lazyExport(importConfirmations, 'Registered'),
  activate: lazyExport(() => import('../features/account/activate.tsx'), 'Activate'),
  createPassword: lazyExport(importPasswords, 'CreatePassword'),
  passwordCreated: lazyExport(importConfirmations, 'PasswordCreated'),
  login: lazyExport(() => import('../features/account/login.tsx'), 'Login'),
  forgotPassword: lazyExport(importEmailPages, 'ForgotPassword'),
  resetConfirmation: lazyExport(importConfirmations, 'ResetConfirmation'),
  changePassword: lazyExport(importPasswords, 'ChangePassword'),
  passwordChanged: lazyExport(importConfirmations, 'PasswordChanged'),
  resendEmail: lazyExport(importEmailPages, 'ResendEmail'),
  emailResent: lazyExport(importConfirmations, 'EmailResent'),
  terms: lazyExport(importLegal, 'Terms'),
  privacy: lazyExport(importLegal, 'Privacy'),
  accessibility: lazyExport(importLegal, 'Accessibility'),
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
  finalizePayment: lazyExport(importPaymentConfirmations, 'FinalizePayment'),
  pendingPayVerification: lazyExport(importPaymentConfirmations, 'PendingPayVerification'),
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
  applyProgram: lazyExport(importApplyProgram, 'ApplyProgram'),
  applyProgramConfirmation: lazyExport(importApplyProgram, 'ApplyProgramConfirmation'),
  notFound: lazyExport(importInfoPages, 'NotFound'),
};

/** Loads the screen of a path ahead of time. If that fails, the page itself offers another try. */
export async function prepareScreen(path: string): Promise<void> {
  await screens[findRoute(path).name].load().catch(() => {});
}
