/** A mock admissions backend, for Node.js and browsers. */

export { type Backend, createBackend } from './backend.ts';
export type { Call, Fault } from './faults/fault.ts';
export { faultList, registerFaults } from './faults/faults.ts';
export type { BackendOptions } from './world/options.ts';
export {
  applicantsForEveryState,
  precreatedEmail,
  precreatedEmailIn,
  precreatedPassword,
  staffAccount,
} from './world/seed.ts';
