/** The screens behind the guard, each loaded when it is opened. */
import type { ComponentType } from 'react';
import type { stepPaths } from './paths.ts';
import type { ScreenProps } from './screen-props.ts';

type Load = () => Promise<{ default: ComponentType<ScreenProps> }>;

export const screens: Readonly<Record<keyof typeof stepPaths, Load>> = {
  takeExam: () => import('./screens/exam/take-exam.tsx'),
  examResult: () => import('./screens/exam/exam-result.tsx'),
  offlinePayment: () => import('./screens/payment/offline-payment.tsx'),
  finalizePayment: () => import('./screens/payment/finalize-payment.tsx'),
  pendingPayVerification: () => import('./screens/payment/pending-pay-verification.tsx'),
  editProfile: () => import('./screens/profile/edit-profile.tsx'),
  biographyData: () => import('./screens/wizard/biography-data.tsx'),
  educationBackground: () => import('./screens/wizard/education-background.tsx'),
  emergencyContact: () => import('./screens/wizard/emergency-contact.tsx'),
  applyProgram: () => import('./screens/application/apply-program.tsx'),
  applyProgramConfirmation: () => import('./screens/application/apply-program-confirmation.tsx'),
};
