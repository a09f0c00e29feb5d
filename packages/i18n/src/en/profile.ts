import type { SameKeys } from '../catalogue.ts'
import type { profile as zhcn } from '../zhcn/profile.ts'

export const profile: SameKeys<typeof zhcn> = {
  'profile.changePassword': 'Change password',
  'profile.oldPassword': 'Old password',
  'profile.newPassword': 'New password',
  'profile.confirmPassword': 'Confirm password',
  'profile.oldPasswordRequired': 'Old password cannot be empty',
  'profile.newPasswordRequired': 'New password cannot be empty',
  'profile.confirmRequired': 'Confirm password cannot be empty',
  'profile.passwordMismatch': 'The passwords do not match',
  'profile.passwordSame': 'The new password must be different from the old one',
  'profile.passwordHint': 'Other sessions of this account end, and its access tokens are revoked',
  'profile.unbindIdentities': 'Also unbind outside accounts, which otherwise can still sign in',
  'profile.passwordChanged': 'Password changed',
}
