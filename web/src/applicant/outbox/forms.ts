import { paths } from '../../routes.ts';
import type { WaitingStep } from '../waiting.ts';

/** Where the form of each step is; the payment's is not the page that its state leads to. */
export const forms: Readonly<Record<WaitingStep, string>> = {
  'payments.makeOffline': paths.offlinePayment,
  'applicants.saveBioData': paths.biographyData,
  'applicants.saveEducationData': paths.educationBackground,
  'applicants.saveContactData': paths.emergencyContact,
  'applicants.applyForProgram': paths.applyProgram,
};
