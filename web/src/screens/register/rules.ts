/** The form's rules, with the validation library: loaded when somebody begins to type. */
export { registerForm, toRegistration } from '@one-planet/contract';
