import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { TestClient, TestSite } from '@fleetdeck/testing/site/test-site'
import { expect, vi } from 'vitest'

const program = path.resolve(import.meta.dirname, '../../../agent/src/phones.ts')

interface PhoneSite {
  address: string
  admin: Pick<TestClient, 'call'>
  enrolmentKey: string
}

/** Simulated phones that run scripts, in a separate program, assigned to the admin as A1, A2 … of the group Lab. */
export const startPhones = ({ address, admin, deps }: TestSite, count: number) =>
  startPhonesOf({ address, admin, enrolmentKey: deps.parameters.get('device.enrolmentKey') }, count)

export async function startPhonesOf(
  { enrolmentKey: key, ...site }: PhoneSite,
  count: number,
): Promise<{ stop(): Promise<void> }> {
  const state = await mkdtemp(path.join(tmpdir(), 'fleetdeck-phones-'))
  const words = ['--server', site.address, '--key', key, '--count', String(count), '--state', state]
  const child = spawn(process.execPath, [program, ...words, '--lang', 'en'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const waiting = () => site.admin.call(devices.listUnAssignedDevice)
  await vi.waitFor(async () => expect((await waiting()).total).toBe(count), { timeout: 60_000 })
  for (const [place, { deviceId }] of (await waiting()).list.entries())
    await site.admin.call(devices.addAssDevice, {
      body: { deviceNo: `A${place + 1}`, deviceId, tenantId: 1, groupId: 1 } as never,
    })
  return {
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(state, { recursive: true, force: true })
    },
  }
}
