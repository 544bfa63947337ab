/** A mock admissions backend, for Node.js and browsers. */

export { type Backend, createBackend } from './backend.ts';
export type { Call, Fault } from './faults/fault.ts';
export { faultList } from './faults/faults.ts';
export { harmlessList } from './faults/harmless.ts';
export type { BackendOptions } from './world/options.ts';
export {
  applicantsForEveryState,
  precreatedEmail,
  precreatedEmailIn,
  precreatedPassword,
  staffAccount,
} from './world/seed.ts';
