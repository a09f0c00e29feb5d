import { UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { devices } from '../../../../apps/server/src/platform/db/schema/devices.ts'
import { FaultProxy } from '../server/fault-proxy.ts'
import { startTestSite } from '../site/test-site.ts'
import { DataRounds } from './data-rounds.ts'

const losses = 100

test('of the data of scripts nothing is lost or doubled when the answers to 100 calls are lost', async () => {
  const site = await startTestSite()
  onTestFinished(() => site.stop())
  const proxy = await FaultProxy.start(site.address)
  onTestFinished(() => proxy.close())
  const tokens = await Promise.all(
    ['A1', 'A2', 'A3', 'A4'].map(async (deviceNo) => {
      const token = await site.enrol(deviceNo)
      const owner = { deviceNo, tenantId: UserId.parse(1) }
      await site.deps.db.update(devices).set(owner).where(eq(devices.hardwareId, deviceNo))
      return token
    }),
  )
  let lost = 0
  const when = () => {
    const isLost = lost < losses && Math.random() < 0.3
    if (isLost) lost += 1
    return isLost
  }
  await proxy.set({ losesAnswerTo: 'POST /rapi/', when })
  const rounds = new DataRounds(proxy.url, tokens)
  await rounds.run(() => lost < losses)
  expect(await rounds.differences()).toEqual({ missing: [], extra: [] })
})
