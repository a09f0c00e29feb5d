import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { assignPhones, type Console, startConsole } from './console.ts'
import { startPhones } from './phones.ts'

/**
 * A console with simulated phones, which have these numbers and are in the group Lab.
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
  } catch (error) {
    await stop()
    throw error
  }
  return { ...deck, stop }
}
