import { shownFingerprint } from '@fleetdeck/contract/phone-proof'
import { type Check, expectEqual } from '../core/check.ts'
import { KeyPair, sha256 } from '../core/key-pair.ts'
import type { PhoneContext } from './phone-context.ts'

type Order = ReturnType<PhoneContext['task']>

const unsignedRule =
  'The phone does not run a task without them, with other values or with another file: `failed` with the cause `unsigned`.'

/** State and cause of the run of this order. */
async function endOf(context: PhoneContext, order: Order) {
  const socket = await context.socket()
  socket.send(order)
  const { state, cause } = await context.runEnd(socket, order.runId)
  return [state, cause]
}

/** For phones that check who signed their scripts. The last check names authors, which such a phone keeps. */
export const signatureChecks: Check<PhoneContext>[] = [
  {
    id: 'P-331',
    title: 'a task without a signature, or with values that were not signed, is not run',
    rule: unsignedRule,
    part: 'signatures',
    async run(context) {
      const { signature: _, ...unsigned } = context.task('1\n')
      expectEqual(await endOf(context, unsigned), ['failed', 'unsigned'], 'the end without a signature')
      const changed = { ...context.task('1\n'), valueJson: { word: 'not signed' } }
      expectEqual(await endOf(context, changed), ['failed', 'unsigned'], 'the end with other values')
    },
  },
  {
    id: 'P-332',
    title: 'a file that was not signed is not run, although its MD5 is right',
    rule: unsignedRule,
    part: 'signatures',
    async run(context) {
      const order = context.task('1\n', { scriptSha256: sha256('another file') })
      expectEqual(await endOf(context, order), ['failed', 'unsigned'], 'the end')
    },
  },
  {
    id: 'P-333',
    title: 'a task that another key has signed is not run, also after that key was named',
    rule: 'A phone that checks signatures stores the first key that it receives, and from then on only runs what this key has signed.',
    part: 'signatures',
    async run(context) {
      const { server } = context
      const first = server.signer
      server.signer = new KeyPair()
      try {
        await context.reconnected(await context.socket())
        expectEqual(await endOf(context, context.task('1\n')), ['failed', 'unsigned'], 'the end')
      } finally {
        server.signer = first
      }
      await context.reconnected(await context.socket())
      expectEqual((await endOf(context, context.task('1\n')))[0], 'succeeded', 'the end with the first key')
    },
  },
  {
    id: 'P-334',
    title: 'a run names the key that signed it',
    rule: '`signer` of `taskState` is the fingerprint of the key that signed the run',
    part: 'signatures',
    async run(context) {
      const socket = await context.socket()
      const order = context.task('1\n')
      socket.send(order)
      const { signer } = await context.runEnd(socket, order.runId)
      const key = Buffer.from(context.server.signer.publicKey, 'base64url')
      expectEqual(signer, shownFingerprint(sha256(key)), 'the fingerprint')
    },
  },
  {
    id: 'P-335',
    title: 'once authors are named, a file without the signature of one is not run',
    rule: 'Otherwise the run is `failed` with the cause `noAuthor`.',
    part: 'signatures',
    async run(context) {
      context.authors = [{ publicKey: context.author.publicKey, endorsedBy: '', endorsement: '' }]
      await context.reconnected(await context.socket())
      const { author: _, ...order } = context.task('1\n')
      expectEqual(await endOf(context, order), ['failed', 'noAuthor'], 'the end without an author')
      expectEqual((await endOf(context, context.task('1\n')))[0], 'succeeded', 'the end with the author')
    },
  },
]
