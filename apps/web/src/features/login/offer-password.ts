interface PasswordCredentialClass {
  new (data: { id: string; password: string }): Credential
}

/** Offers the password to the browser's password manager, if it has one; the user decides. */
export async function offerPassword(id: string, password: string) {
  const PasswordCredential = (window as { PasswordCredential?: PasswordCredentialClass }).PasswordCredential
  if (!PasswordCredential || !navigator.credentials) return
  try {
    await navigator.credentials.store(new PasswordCredential({ id, password }))
  } catch {
    // The browser may still offer it automatically after the form is submitted.
  }
}
