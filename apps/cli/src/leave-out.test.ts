import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Cli } from './testing/cli.ts'

let site: TestSite
let cli: Cli
let phones: TestSocket[]
beforeAll(async () => {
  site = await startTestSite()
})
/** A1 has no OCR, A2 has it. */
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  phones = []
  for (const [n, can] of [
    [1, ['pixels']],
    [2, ['pixels', 'ocr']],
  ] as const) {
    const phone = TestSocket.phone(site.address, await addAssignedPhone(site, n))
    phones.push(phone)
    await phone.next('registered')
    phone.send({ action: 'heartbeat', can: [...can] })
  }
  const script = { scriptName: 'Reader', platformId: 1, version: '1', content: 'device.ocr()' }
  await site.admin.call(scripts.add, { body: script as never })
  cli = await Cli.with(site)
  await expect.poll(reported).toBe(2)
})
afterEach(async () => {
  for (const phone of phones) phone.close()
  await cli.close()
})
afterAll(() => site.stop())

async function reported() {
  await site.flush()
  const { rows } = await site.deps.db.execute('select from device_runtime where can is not null')
  return rows.length
}

test('a start with phones that lack something ends with code 6 and names both answers', async () => {
  const asked = await cli.run('run', 'Reader', '--phones', 'A1,A2')
  expect(asked.code).toBe(6)
  expect(asked.err).toContain('A1')
  expect(asked.err).toMatch(/Add --leave-out to leave these phones out, or --yes to run it on all\.\n$/)
  expect((await cli.run('run', 'Reader', '--phones', 'A1,A2', '--yes')).code).toBe(0)
  await phones[0]?.next('task')
})

test('phones that are left out do not count as failed', async () => {
  const running = cli.start('run', 'Reader', '--group', 'Lab', '--leave-out', '--watch')
  const order = await phones[1]?.next('task')
  for (const state of ['running', 'succeeded'])
    phones[1]?.send({ action: 'taskState', runId: order?.runId, state })
  const ended = await running.ended
  expect(ended.err).toMatch(/1 phone, 1 left out, 0 not succeeded\n$/)
  expect(ended.code).toBe(0)
  const { list } = await site.admin.call(taskRuns.list, { query: {} })
  expect(list.map(({ deviceNo, reason }) => [deviceNo, reason]).sort()).toEqual([
    ['A1', 'lacks'],
    ['A2', null],
  ])
})
