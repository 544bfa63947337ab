/**
 * What a rule of the contract says, in the language of this build (web/build/languages/plugin.ts).
 * @param message in English, as the contract has it
 */
export const ruleMessage = (message: string): string => message;
