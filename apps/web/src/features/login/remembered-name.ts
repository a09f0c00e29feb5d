const storageKey = 'remembered-account'

/** The account of the last visitor who asked for it; the password is never kept here. */
export const rememberedName = () => localStorage.getItem(storageKey) ?? ''

export function rememberName(name: string) {
  if (name) localStorage.setItem(storageKey, name)
  else localStorage.removeItem(storageKey)
}
