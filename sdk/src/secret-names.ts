/** Which names say that their value is a secret, or personal. */

/** How a name ends: `resetToken`, `temporary_password`, `x-auth-token`. */
const lastWord =
  /(tokens?|passwords?|passwd|pwd|secrets?|jwt|otp|passcodes?|cookies?|authorization|api[_-]?keys?)$/i;
const wholeName = /^(set-cookie|link|redirect|location)$/i;
const personalNames =
  /^(firstName|middleName|lastName|applicant|phone|phoneNumber|email|nameOfEmployer|contact(FullName|Phone)|(phone|email)OfEmployer|dateOfBirth)$/i;

export function isSecretName(name: string): boolean {
  return lastWord.test(name) || wholeName.test(name);
}

export function isPersonalName(name: string): boolean {
  return personalNames.test(name);
}
