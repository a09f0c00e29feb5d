interface PasswordCredentialClass {
  new (data: { id: string; password: string }): Credential
}

/** Hands the password to the browser's own manager, where there is one; the user decides there. */
export async function offerPassword(id: string, password: string) {
  const PasswordCredential = (window as { PasswordCredential?: PasswordCredentialClass }).PasswordCredential
  if (!PasswordCredential || !navigator.credentials) return
  try {
    await navigator.credentials.store(new PasswordCredential({ id, password }))
  } catch {
    // The browser's own offer after a form is sent remains.
  }
}
