/** The forms around an account (website specification, section 5), separate from the operations so that the site can load them alone. */
import { z } from 'zod';
import { email, formWith, newPassword } from './fields.ts';

/** A password as typed: spaces count. */
export function someText(message: string) {
  return z.string({ required_error: message, invalid_type_error: message }).min(1, message);
}

/** The sign-in form (website specification, section 5). */
export const loginForm = z.object({
  email: email('Please enter a valid email'),
  password: someText('Password is required'),
});

/** One e-mail field: forgot password and resend activation. */
export const emailForm = z.object({ email: email('Please enter a valid email') });

/** What the screen after a temporary password says of a mismatch, besides the field's own message (1 §5, §8). */
export const resetMismatch = 'Password and Confirm password should be the same';

/** A new password, typed twice: creation after activation, and the change after a temporary one. */
export const passwordForm = formWith(
  z.object({
    password: newPassword(),
    confirmPassword: someText('Confirm password can not be empty'),
  }),
  ({ password, confirmPassword }, context) => {
    if (!confirmPassword || password === confirmPassword) return;
    context.addIssue({
      code: 'custom',
      path: ['confirmPassword'],
      message: 'Passwords must match',
    });
  },
);
