/** The card with which she pays. */
export const slipTexts = {
  amount: 'Amount to pay',
  payBy: (day: string) => `Pay by ${day}.`,
  payWithin: (days: number) => `Pay within ${days} days of your pass.`,
  payTop: (description: string) => `Please pay for ${description} using this code:`,
  code: {
    copy: 'Copy',
    copyLabel: (code: string) => `Copy the payment code ${code}`,
    copied: (code: string) => `Payment code ${code} copied to clipboard!`,
    notCopied: (code: string) => `We couldn't copy the code. Please write it down: ${code}`,
  },
  account: {
    copy: 'Copy',
    copyLabel: (account: string) => `Copy the account number ${account}`,
    copied: (account: string) => `Account number ${account} copied to clipboard!`,
    notCopied: (account: string) =>
      `We couldn't copy the account number. Please write it down: ${account}`,
  },
};
