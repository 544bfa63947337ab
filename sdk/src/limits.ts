/** The limits and fixed choices of the contract, and an applicant's states, without the validation library. */
export {
  applicantStates,
  type ExamAnswer,
  isApplicantState,
  isPass,
  toExamResults,
} from '@one-planet/contract/lifecycle';
export { genders, limits, maritalStatuses } from '@one-planet/contract/limits';
