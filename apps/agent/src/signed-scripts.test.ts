import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { expect, test } from 'vitest'
import { checkContent, pinnedAuthors, Unsigned } from './signed-scripts.ts'

function newAuthor() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: publicKey.export({ format: 'jwk' }).x ?? '', privateKey }
}
type Author = ReturnType<typeof newAuthor>
const signedBy = (key: KeyObject, text: string) => sign(null, Buffer.from(text), key).toString('base64url')
const named = ({ publicKey }: Author, by?: Author): EndorsedAuthor => ({
  publicKey,
  endorsedBy: by?.publicKey ?? '',
  endorsement: by ? signedBy(by.privateKey, signedScripts.endorsed(publicKey)) : '',
})
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const authorOf = ({ publicKey, privateKey }: Author, content: string) => ({
  publicKey,
  signature: signedBy(privateKey, signedScripts.authored(sha256(content))),
})

test('a phone with pinned authors runs only what one of them has signed', () => {
  const [wei, eve] = [newAuthor(), newAuthor()]
  const pinned = { signer: undefined, token: 't', authors: [wei.publicKey] }
  const check = (content: string, author?: ReturnType<typeof authorOf>) => () =>
    checkContent(pinned, Buffer.from(content), { sha256: sha256(content), author })
  expect(check('good', authorOf(wei, 'good'))).not.toThrow()
  expect(check('good')).toThrow(expect.objectContaining({ cause: 'noAuthor' }))
  expect(check('bad', authorOf(wei, 'good'))).toThrow(Unsigned)
  expect(check('bad', authorOf(eve, 'bad'))).toThrow(Unsigned)
  expect(check('bad', { ...authorOf(eve, 'bad'), publicKey: wei.publicKey })).toThrow(Unsigned)
  expect(check('good', { ...authorOf(wei, 'good'), signature: 'x' })).toThrow(Unsigned)
})

test('the first authors that a server names are pinned, then only whom a pinned one endorses', () => {
  const [wei, lin, mei, eve] = [newAuthor(), newAuthor(), newAuthor(), newAuthor()]
  const first = pinnedAuthors(undefined, [named(wei)])
  expect(first).toEqual([wei.publicKey])
  expect(pinnedAuthors(first, [named(eve)])).toEqual(first)
  expect(pinnedAuthors(first, [named(eve, eve)])).toEqual(first)
  expect(pinnedAuthors(first, [{ ...named(eve, lin), endorsedBy: wei.publicKey }])).toEqual(first)
  const later = pinnedAuthors(first, [named(wei), named(lin, wei), named(mei, lin)])
  expect(later).toEqual([wei.publicKey, lin.publicKey, mei.publicKey])
  expect(pinnedAuthors(first, [])).toEqual(first)
})
