import type { HotForPhone } from '@fleetdeck/contract/hot-scripts'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { isSigned, sha256 } from '../core/key-pair.ts'
import type { PlayedPhone } from './played-phone.ts'
import type { ServerContext } from './server-context.ts'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

/** A connected phone, and the key that signs its scripts. */
async function signedFor(context: ServerContext) {
  const phone = await context.assigned()
  const { socket, nonce } = await phone.open()
  socket.send(phone.register(nonce))
  const { signer } = await socket.next('registered')
  expectThat(typeof signer === 'string', '`registered` names no `signer`')
  return { phone, socket, signer }
}

const hashOf = async (phone: PlayedPhone, url: string) =>
  sha256(Buffer.from(await (await phone.get(url)).arrayBuffer()))

/** Signatures of scripts. */
export const signatureChecks: Check<ServerContext>[] = [
  {
    id: 'S-431',
    title: 'a task is signed for its phone, and its file is the one that was signed',
    rule: '`scriptSha256` is the SHA-256 of the file, and `signature` that of the order, bound to the token of the phone.',
    part: 'signatures',
    async run(context) {
      const { phone, socket, signer } = await signedFor(context)
      await context.operator.task(phone)
      const { signature = '', ...order } = (await socket.next('task')) as unknown as TaskOrder
      const isFor = (token: string) => isSigned(signer, signedScripts.order(sha256(token), order), signature)
      expectThat(isFor(phone.token), 'the signature of the task is wrong')
      expectThat(!isFor('another token'), 'the signature is not bound to the token')
      expectEqual(await hashOf(phone, order.scriptUrl), order.scriptSha256, 'scriptSha256')
    },
  },
  {
    id: 'S-432',
    title: 'a hot update is signed for its phone',
    rule: 'Hot updates have `sha256` and `signature` likewise.',
    part: 'signatures',
    async run(context) {
      const { phone, socket, signer } = await signedFor(context)
      await context.operator.publishHot(phone, 'ecloud.log("signed")\n')
      await socket.next('hotScripts')
      const [hot] = (await phone.call('/rapi/hotScripts', {})) as HotForPhone[]
      expectThat(hot !== undefined, 'the hot update is not listed')
      const text = signedScripts.hot(sha256(phone.token), hot)
      expectThat(isSigned(signer, text, hot.signature ?? ''), 'the signature of the hot update is wrong')
      expectEqual(await hashOf(phone, hot.url), hot.sha256, 'sha256')
    },
  },
]
