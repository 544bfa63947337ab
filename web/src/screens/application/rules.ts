/** The form's rules, with the validation library: loaded when somebody begins to choose. */
export { applyForm, toApplication } from '@one-planet/contract';
