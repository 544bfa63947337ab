/** A mock admissions backend, for Node.js and browsers. */
export { type Backend, createBackend } from './backend.ts';
export type { Call, Fault } from './faults/fault.ts';
export { faultList } from './faults/index.ts';
export { harmlessList } from './harmless/index.ts';
export type { BackendOptions } from './options.ts';
export {
  oneInEachState,
  precreatedEmail,
  precreatedEmailIn,
  precreatedPassword,
  staffAccount,
} from './seed/people.ts';
