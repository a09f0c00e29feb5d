import { devices } from '@fleetdeck/contract/devices'
import type { TestSite } from './test-site.ts'

/**
 * Enrols a phone and assigns it to the admin, in group 1. The nth phone of a site is device n, with the number An.
 * @returns its token
 */
export async function addAssignedPhone(site: TestSite, n: number): Promise<string> {
  const token = await site.enrol(`phone-${n}`)
  const body = { deviceNo: `A${n}`, deviceId: `phone-${n}`, tenantId: 1, groupId: 1 }
  await site.admin.call(devices.addAssDevice, { body })
  return token
}
