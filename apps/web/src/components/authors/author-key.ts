import { scriptAuthors } from '@fleetdeck/contract/script-authors'
import type { AuthorSignature } from '@fleetdeck/contract/script-signature'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { call } from '../../api/call.ts'
import { isAbort, showWarning } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { text } from '../../ground/language.ts'

/** The author's key pair of this browser. The private key cannot be read, not even by this page. */
interface AuthorKey {
  privateKey: CryptoKey
  /** 32 bytes in base64url. */
  publicKey: string
}

const [database, store, name] = ['fleetdeck', 'keys', 'author']
const algorithm = 'Ed25519'

/** Whether this page can sign: browsers give no cryptography to pages over plain http. */
export const canSign = () => globalThis.crypto?.subtle !== undefined && 'indexedDB' in globalThis

const promised = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  return (await promised(opening)).transaction(store, mode).objectStore(store)
}

async function readAuthorKey(): Promise<AuthorKey | undefined> {
  if (!canSign()) return undefined
  return promised<AuthorKey | undefined>((await openStore('readonly')).get(name))
}

/** The key of this browser as a query; null without one. */
export const authorKeyQuery = {
  queryKey: ['author-key-of-this-browser'],
  queryFn: async () => (await readAuthorKey()) ?? null,
}

/** The key of this browser, which is made if there is none. */
export async function makeAuthorKey(): Promise<AuthorKey> {
  const known = await readAuthorKey()
  if (known) return known
  const pair = (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = { privateKey: pair.privateKey, publicKey: base64url(bytes) }
  await promised((await openStore('readwrite')).put(key, name))
  return key
}

async function signed({ privateKey, publicKey }: AuthorKey, words: string): Promise<AuthorSignature> {
  const bytes = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(words))
  return { publicKey, signature: base64url(new Uint8Array(bytes)) }
}

/** For another author, by the key of this browser; undefined without one. */
export async function endorse(publicKey: string): Promise<AuthorSignature | undefined> {
  const key = await readAuthorKey()
  return key && key.publicKey !== publicKey ? signed(key, signedScripts.endorsed(publicKey)) : undefined
}

/** Signs a file with the key of this browser. */
export async function signFile(key: AuthorKey, content: BufferSource): Promise<void> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await call(scriptAuthors.sign, { body: { sha256, ...(await signed(key, signedScripts.authored(sha256))) } })
}

/** The same for a file that is about to be saved or run, if this browser has a key; a failure is said and stops nothing. */
export async function signIfAuthor(content: string | Blob): Promise<void> {
  try {
    const key = await readAuthorKey()
    if (!key) return
    const bytes =
      typeof content === 'string' ? new TextEncoder().encode(content) : await content.arrayBuffer()
    await signFile(key, bytes)
  } catch (error) {
    if (!isAbort(error)) showWarning(text('author.signFailed', { reason: errorMessage(error) }))
  }
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
