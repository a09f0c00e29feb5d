import { createHash } from 'node:crypto'
import { HttpAnswer, heartbeatPath } from '@fleetdeck/contract/phone-api'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { until } from '../core/wait.ts'
import { ordersOf } from './orders-of.ts'
import type { ServerContext } from './server-context.ts'

const content = 'ecloud.log("hot")\n'

export const hotChecks: Check<ServerContext>[] = [
  {
    id: 'S-421',
    title: 'a hot update is announced, listed with its MD5 and fetched, its state reported, and withdrawn',
    rule: '`POST /rapi/hotScripts` returns the versions assigned to this phone',
    part: 'hot',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      expectEqual(await phone.call('/rapi/hotScripts', {}), [], 'the versions before the update')
      const { id, version } = await operator.publishHot(phone, content)
      await socket.next('hotScripts')
      const [assigned] = await phone.call('/rapi/hotScripts', {})
      expectEqual([assigned.hotId, assigned.version, assigned.isForced], [id, version, true], 'the version')
      const file = Buffer.from(await (await phone.get(assigned.url)).arrayBuffer())
      expectEqual(createHash('md5').update(file).digest('hex'), assigned.md5, 'the MD5 of the file')
      const state = { hotId: id, version, state: 'taken' }
      expectEqual(await phone.call('/rapi/hotState', state), {}, 'the answer to the state')
      await operator.withdrawHot(id)
      await socket.next('hotScripts')
      expectEqual(await phone.call('/rapi/hotScripts', {}), [], 'the versions after its withdrawal')
      expectEqual(await phone.call('/rapi/hotState', { ...state, state: 'removed' }), {}, 'the answer to it')
    },
  },
  {
    id: 'S-422',
    title: 'a hot update is announced to a phone without a socket',
    rule: 'a JSON object that contains all orders which a socket would have brought, within one interval.',
    part: 'hot',
    over: 'http',
    async run(context) {
      const { operator } = context
      const phone = await context.assigned()
      const beat = () => phone.call(heartbeatPath, { action: 'heartbeat', battery: 50 })
      await beat()
      await operator.publishHot(phone, content)
      await until(
        async () => {
          const answer = await beat()
          expectThat(HttpAnswer.safeParse(answer).success, 'the answer is not that of the contract')
          return ordersOf(answer).find(({ action }) => action === 'hotScripts')
        },
        context.wire.patienceMs,
        'the order `hotScripts` in the answer to a heartbeat',
      )
    },
  },
]
