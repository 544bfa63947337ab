export { emailForm, passwordForm, resetMismatch } from '@one-planet/contract';
