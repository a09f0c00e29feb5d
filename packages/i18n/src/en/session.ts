import type { SameKeys } from '../catalogue.ts'
import type { session as zhcn } from '../zhcn/session.ts'

export const session: SameKeys<typeof zhcn> = {
  'session.userNameRequired': 'User name cannot be empty',
  'session.passwordRequired': 'Password cannot be empty',
  'session.passwordLength': 'Password must be {{min}} to {{max}} characters',
  'session.passwordCommon': 'This password is too common and easy to guess. Choose another one.',
  'session.passwordIsName': 'Password cannot be the same as the user name',
  'session.proofRequired':
    'You last entered your password more than {{minutes}} minutes ago. Confirm your identity first.',
  'session.passwordWrong': 'Incorrect password. Try again.',
  'session.factorRequired': 'Set up two-step verification first',
  'session.factorExpired': 'This step has expired. Start again.',
  'session.factorCodeWrong': 'Incorrect code. Check the time on your phone and try again.',
  'session.recoveryCodeWrong': 'This recovery code is incorrect or already used. Try another one.',
  'session.factorLocked': 'Too many incorrect codes ({{times}}). Try again in {{minutes}} min.',
  'session.factorLockedLog': 'Two-step verification locked',
  'session.factorCodeUsed': 'This code has already been used. Wait for the next one.',
  'session.passkeyUnknown': 'This passkey does not belong to your account. Use another method.',
  'session.passkeysClosed':
    'Passkeys require an https public address with a domain name. Ask an administrator to set one.',
  'session.oldPasswordRequired': 'Old password cannot be empty',
  'session.oldPasswordWrong': 'Incorrect old password. Try again.',
  'session.passwordSame': 'The new password must be different from the old one',
  'session.captchaWrong': 'Verification code incorrect or expired. Enter the new one.',
  'session.credentialsWrong': 'Incorrect user name or password. Try again.',
  'session.locked': 'Too many incorrect passwords ({{times}}). Try again in {{minutes}} min.',
  'session.lockedLog': 'Account locked',
  'session.slowed': 'Too many incorrect passwords from your address. Try again in {{minutes}} min.',
  'session.slowedLog': 'Too many incorrect passwords from this address',
  'session.accountDisabled': 'This account is disabled. Contact an administrator.',
  'session.passwordChangeRequired': 'Change your initial password first',
  'session.signedIn': 'Signed in',
}
