import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { devices } from '@fleetdeck/contract/devices'
import { vi } from 'vitest'
import type { TestSite } from '../site/test-site.ts'

/**
 * Starts an agent with one simulated phone as a program of its own, and assigns the phone as A1 to the first group.
 *
 * @param program its path, and words before the options
 * @param folder in which it runs, with its state
 * @returns a function that stops it
 */
export async function startPhonesProgram(
  site: TestSite,
  { program, folder }: { program: string | readonly string[]; folder: string },
): Promise<() => Promise<unknown>> {
  const key = site.deps.parameters.get('device.enrolmentKey')
  const state = path.join(folder, 'state')
  const words = ['--server', site.address, '--key', key, '--state', state, '--lang', 'en']
  const phones = spawn(process.execPath, [program, words].flat(), {
    ...{ cwd: folder, env: { PATH: process.env.PATH } },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(phones, 'exit')
  const stop = () => {
    phones.kill('SIGTERM')
    return ended
  }
  try {
    await vi.waitUntil(() => site.deps.hub.phoneIds().length === 1, { timeout: 60_000 })
    const [phone] = (await site.admin.call(devices.listUnAssignedDevice)).list
    const body = { deviceNo: 'A1', deviceId: phone?.deviceId ?? '', tenantId: 1, groupId: 1 }
    await site.admin.call(devices.addAssDevice, { body })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
