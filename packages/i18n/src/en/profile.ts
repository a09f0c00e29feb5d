import type { SameKeys } from '../catalogue.ts'
import type { profile as zhcn } from '../zhcn/profile.ts'

export const profile: SameKeys<typeof zhcn> = {
  'profile.changePassword': 'Change password',
  'profile.oldPassword': 'Old password',
  'profile.newPassword': 'New password',
  'profile.confirmPassword': 'Confirm password',
  'profile.oldPasswordRequired': 'Old password cannot be empty',
  'profile.newPasswordRequired': 'New password cannot be empty',
  'profile.confirmRequired': 'Enter the password again',
  'profile.passwordMismatch': 'The two passwords do not match',
  'profile.passwordSame': 'The new password must be different from the old one',
  'profile.passwordHint':
    'Changing the password signs out your other sessions and revokes all your access tokens',
  'profile.unbindIdentities': 'Also unlink external accounts. Otherwise they can still be used to sign in.',
  'profile.passwordChanged': 'Password changed',
}
