/** The form's rules, with the validation library: loaded when somebody begins to type. */
export { profileForm, toProfileUpdate } from '@one-planet/contract';
