import { heartbeatPath, RapiHeartbeat } from '@fleetdeck/contract/phone-api'
import { type Check, expectEqual, expectThat, Skip } from '../core/check.ts'
import type { HttpBeat, PhoneContext } from './phone-context.ts'
import type { Call } from './phone-server.ts'

/** The next heartbeat by number that fits. */
async function numberBeat(
  { server, patienceMs }: PhoneContext,
  fits: (beat: HttpBeat) => boolean = () => true,
): Promise<Call & { sent: HttpBeat }> {
  if (server.token !== undefined) throw new Skip('the phone has enrolled: it is none of the original')
  server.calls.drop(({ path }) => path === heartbeatPath)
  const isWanted = ({ path, sent }: Call) => path === heartbeatPath && fits(sent as HttpBeat)
  const call = await server.calls.take(isWanted, patienceMs, 'such a heartbeat by number')
  return { ...call, sent: call.sent as HttpBeat }
}

/** For phones of the original product, which have a number alone. */
export const legacyChecks: Check<PhoneContext>[] = [
  {
    id: 'P-901',
    title: 'heartbeats come with the number in the envelope, without a token',
    rule: 'Phones of the original product have a number alone: `deviceNo` in the envelope, without a token.',
    part: 'legacy',
    async run(context) {
      const { token, deviceNo, sent } = await numberBeat(context)
      expectEqual(token, '', 'the token')
      expectThat(String(deviceNo).length > 0, 'deviceNo is empty')
      const read = RapiHeartbeat.safeParse(sent)
      expectThat(read.success, `a heartbeat outside the contract: ${read.error?.message}`)
    },
  },
  {
    id: 'P-902',
    title: 'a command of an answer is echoed while it runs, and no longer when it has ended',
    rule: 'They get one command, one task or one `stsc` per answer, and no `orders`.',
    part: 'legacy',
    async run(context) {
      const cmdSubId = context.newId()
      context.server.order = { action: 'where', cmdSubId, content: '' }
      await numberBeat(context, (beat) => beat.cmdSubId === cmdSubId)
      context.server.order = { action: 'resp' }
      await numberBeat(context, (beat) => !beat.cmdSubId)
    },
  },
  {
    id: 'P-903',
    title: 'a task of an answer is fetched without a token, echoed, and stopped by stsc',
    rule: '`scriptUrl` is a link that needs no token.',
    part: 'legacy',
    async run(context) {
      const { server } = context
      const order = context.task('while (true) sleep(50)\n')
      server.order = { ...order, scriptUrl: new URL(order.scriptUrl, server.url).href }
      await numberBeat(context, ({ taskId }) => String(taskId) === String(order.taskId))
      const isScript = ({ path }: Call) => path === order.scriptUrl
      const { token } = await server.calls.take(isScript, context.patienceMs, 'a request of the script')
      expectEqual(token, '', 'the token')
      server.order = { action: 'stsc', cmdSubId: 'stop', content: '' }
      await numberBeat(context, ({ taskId }) => !taskId)
    },
  },
]
