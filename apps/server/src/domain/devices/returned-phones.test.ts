import { EventEmitter } from 'node:events'
import { DeviceId } from '@fleetdeck/contract/ids'
import { afterEach, expect, test } from 'vitest'
import { siteNow } from '../../platform/core/site-clock.ts'
import { WorkQueue } from '../../platform/core/work-queue.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { type Returned, ReturnedPhones } from './returned-phones.ts'

let phones: ReturnedPhones | undefined
afterEach(() => phones?.close())

test('a phone that reconnected while the database failed is retried together with later ones', async () => {
  const events = new EventEmitter()
  const hub = {
    on: (name: string, take: (...told: unknown[]) => void) => {
      events.on(name, take)
      return () => events.off(name, take)
    },
  } as Pick<Hub, 'on'>
  const reconciled: Returned[] = []
  const failed: unknown[] = []
  const back = (deviceId: DeviceId, heldIds: string[]) => events.emit('phoneConnected', { deviceId, heldIds })
  phones = new ReturnedPhones({
    hub,
    queue: new WorkQueue({ error: (info) => failed.push(info) }, 'phones'),
    reconcile: async (returned) => {
      reconciled.push(returned)
      if (reconciled.length > 1) return
      back(DeviceId.parse(2), [])
      throw new Error('the database is gone')
    },
  })

  back(DeviceId.parse(1), ['7'])
  await expect.poll(() => reconciled.length).toBe(2)
  expect(failed).toHaveLength(1)
  const [, again] = reconciled
  expect(again?.deviceIds).toEqual([1, 2])
  const work = { deviceId: DeviceId.parse(1), sentAt: new Date(0) }
  expect(again?.holds(work, '7')).toBe(true)
  expect(again?.misses(work, '8')).toBe(true)
  expect(again?.misses({ deviceId: DeviceId.parse(1), sentAt: siteNow() }, '8')).toBe(false)
})
