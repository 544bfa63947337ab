/** The form's rules, with the validation library: loaded when somebody begins to type. */
export { offlinePaymentForm, toOfflinePayment } from '@one-planet/contract';
