import { language } from './language.ts';

/**
 * A message of the contract's rules, in the language of this build.
 * @param message in English, as the contract has it
 */
export const ruleMessage = (message: string): string => language.rules[message] ?? message;
