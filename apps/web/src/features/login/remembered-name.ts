const storageKey = 'remembered-account'

/** The account of the last visitor who selected "remember me"; the password is never stored. */
export const readRememberedName = () => localStorage.getItem(storageKey) ?? ''

export function rememberName(name: string) {
  if (name) localStorage.setItem(storageKey, name)
  else localStorage.removeItem(storageKey)
}
