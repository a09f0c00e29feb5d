import type { SameKeys } from '../catalogue.ts'
import type { login as zhcn } from '../zhcn/login.ts'

export const login: SameKeys<typeof zhcn> = {
  'login.title': 'Sign in',
  'login.lead': 'Every phone on one screen',
  'login.userName': 'Account',
  'login.password': 'Password',
  'login.code': 'Verification code',
  'login.userNameRequired': 'User name cannot be empty',
  'login.passwordRequired': 'Password cannot be empty',
  'login.codeRequired': 'Verification code cannot be empty',
  'login.newCode': 'Show another code',
  'login.codeFailed': 'The code could not be loaded; click to try again',
  'login.remember': 'Remember me',
  'login.rememberHint': 'Only the account is kept here; your browser can keep the password',
  'login.submit': 'Sign in',
  'login.submitting': 'Signing in…',
  'login.againTitle': 'Your session has ended',
  'login.againHint': 'Sign in again to go on where you were. Nothing on this page is lost.',
  'login.againOther': 'Sign out and use another account',
  'login.proofTitle': 'Confirm that it is you',
  'login.proofHint':
    'This gives out rights or secrets. You last entered your password more than {{minutes}} minutes ago, so please enter it again.',
  'login.proofSubmit': 'Confirm',
  'login.proofOutside': 'Confirm with an outside account',
  'login.proofOutsideHint':
    'You go to its sign-in and come back to this page. What is not saved here is lost, so start again then.',
  'login.firstTitle': 'Change your password first',
  'login.firstHint': 'This is still the initial password. Choose your own to start using the console.',
  'login.registerClosed': 'This site does not take registrations',
  'login.registerHint': 'Ask an administrator to create an account for you.',
  'login.outsideClosed': 'Sign-in with an outside account is not set up on this site',
  'login.outsideHint': 'Sign in with your account and password.',
  'login.toLogin': 'Go to sign-in',
}
