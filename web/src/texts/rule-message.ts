import { language } from './language.ts';

/**
 * Translates a message of the contract's rules to the language of this build.
 * @param message the English message of the contract
 */
export const translateRuleMessage = (message: string): string => language.rules[message] ?? message;
