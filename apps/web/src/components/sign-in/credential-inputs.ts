/** Of the form, and of the fields that replace it before any code has run. */
export const nameInput = {
  autoComplete: 'username',
  maxLength: 50,
  autoCapitalize: 'none',
  spellCheck: false,
} as const
export const passwordInput = { autoComplete: 'current-password', maxLength: 100 } as const
