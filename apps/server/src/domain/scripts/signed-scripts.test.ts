import { createPublicKey, verify } from 'node:crypto'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { platforms } from '@fleetdeck/contract/platforms'
import { signedScripts } from '@fleetdeck/contract/script-signature'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../platform/core/tokens.ts'
import { signingKeys } from '../../platform/db/schema/signing-keys.ts'
import { ScriptSigner } from './script-signer.ts'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => site.stop())

const isSigned = (signer: string, text: string, signature: string) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )

async function startTask() {
  await site.admin.call(platforms.add, { body: { platformName: 'Web' } })
  const script = { scriptName: 'Greet', platformId: 1, version: '1', content: `logi('hi')` }
  const { id: scriptId } = await site.admin.call(scripts.add, { body: script as never })
  const body = {
    taskName: 'Greet',
    scriptId,
    execType: 1 as const,
    devices: ['A1'],
    scheduleType: ScheduleType.now,
  }
  const { id } = await site.admin.call(tasks.add, { body: body as never })
  await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
}

test('phones are told the key of the installation, and every run is signed for its phone', async () => {
  const token = await addAssignedPhone(site, 1)
  const phone = TestSocket.phone(site.address, token)
  onTestFinished(() => phone.close())
  const { signer } = (await phone.next('registered')) as unknown as { signer: string }
  expect(signer).toBe(site.deps.signer.publicKey)
  await startTask()
  const { signature, ...order } = (await phone.next('task')) as unknown as TaskOrder
  expect(order.scriptSha256).toMatch(/^[0-9a-f]{64}$/)
  expect(isSigned(signer, signedScripts.order(hashToken(token), order), signature ?? '')).toBe(true)
  expect(isSigned(signer, signedScripts.order(hashToken('other'), order), signature ?? '')).toBe(false)
  phone.send({ action: 'taskState', runId: order.runId, state: 'running', signer: 'aaaa bbbb' })
  const shown = async () => firstRow((await site.admin.call(taskRuns.list)).list).signer
  await expect.poll(shown).toBe('aaaa bbbb')
})

test('all servers of an installation sign with one key, which the database stores sealed', async () => {
  const { db, seal, signer } = site.deps
  const others = await Promise.all([ScriptSigner.open(db, seal), ScriptSigner.open(db, seal)])
  for (const other of others) expect(other.publicKey).toBe(signer.publicKey)
  const rows = await db.select().from(signingKeys)
  expect(rows).toMatchObject([{ privateKey: expect.stringMatching(/^sealed:/) }])
})
