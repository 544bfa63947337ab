/**
 * A message of the contract's rules, in the language of this build (web/build/languages.ts).
 * @param message in English, as the contract has it
 */
export const ruleMessage = (message: string): string => message;
