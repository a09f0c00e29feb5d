import type { SameKeys } from '../catalogue.ts'
import type { session as zhcn } from '../zhcn/session.ts'

export const session: SameKeys<typeof zhcn> = {
  'session.userNameRequired': 'User name cannot be empty',
  'session.passwordRequired': 'Password cannot be empty',
  'session.passwordLength': 'Password length is {{min}} to {{max}} characters',
  'session.passwordCommon': 'This password is too easy to guess, choose another one',
  'session.passwordIsName': 'The password must differ from the user name',
  'session.proofRequired':
    'Confirm first that it is you: you last entered your password more than 10 minutes ago',
  'session.passwordWrong': 'The password is not correct',
  'session.factorRequired': 'Set up a second factor first',
  'session.factorExpired': 'This step has expired. Start again.',
  'session.factorCodeWrong': "The code is not correct. Check the phone's clock and try again.",
  'session.recoveryCodeWrong': 'The recovery code is not correct, or was already used',
  'session.factorLocked': 'The code was wrong {{times}} {{times|time|times}}, try again in {{minutes}} min',
  'session.factorLockedLog': 'Second step is locked',
  'session.factorCodeUsed': 'The code was already used. Wait for the next one.',
  'session.passkeyUnknown': 'This passkey does not belong to the account. Use another way.',
  'session.passkeysClosed':
    'Passkeys need a public address with https and a host name. Ask an administrator to set it.',
  'session.oldPasswordRequired': 'Old password cannot be empty',
  'session.oldPasswordWrong': 'The old password is incorrect',
  'session.passwordSame': 'The new password must differ from the old one',
  'session.captchaWrong': 'The verification code is incorrect or has expired',
  'session.credentialsWrong': 'Incorrect user name or password',
  'session.locked': 'Too many failed attempts ({{times}}). Try again in {{minutes}} min.',
  'session.lockedLog': 'Account locked',
  'session.slowed': 'Too many wrong passwords from this address. Try again in {{minutes}} min.',
  'session.slowedLog': 'Too many wrong passwords from the address',
  'session.accountDisabled': 'This account is disabled. Contact an administrator.',
  'session.passwordChangeRequired': 'Change your initial password first',
  'session.signedIn': 'Signed in',
}
