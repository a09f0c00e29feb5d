import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { expect, vi } from 'vitest'
import { maxWaitMs } from './browser.ts'
import { assignPhones, type Console, startConsole } from './console.ts'
import { startPhones } from './phones.ts'

/**
 * A console with simulated phones, which have these numbers, are in the group Lab and online.
 * @param more further arguments of their program
 */
export async function startConsoleWithPhones(
  deviceNos: readonly string[],
  more: string[] = [],
): Promise<Console> {
  const deck = await startConsole()
  const { site } = deck
  const key = site.deps.parameters.get('device.enrolmentKey')
  const phones = await startPhones({ server: site.address, key, count: deviceNos.length, more })
  const stop = async () => {
    await phones.stop()
    await deck.stop()
  }
  try {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    await assignPhones(site, deviceNos)
    await vi.waitFor(async () => {
      const { list } = await site.admin.call(deviceMonitor.list, { query: { pageSize: deviceNos.length } })
      expect(list.filter(({ runtime }) => runtime.online)).toHaveLength(deviceNos.length)
    }, maxWaitMs)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...deck, stop }
}
