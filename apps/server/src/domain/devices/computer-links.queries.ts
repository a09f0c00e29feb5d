import type { ComputerPhone } from '@fleetdeck/contract/computer-socket'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { devices } from '../../platform/db/schema/devices.ts'

/**
 * Whether a computer may name a device as one of its phones: what it reports is only believed about phones that enrolled
 * with its owner's key, or belong to its owner. Computers with the site's key serve any.
 */
export const mayServe: SQL = sql`(${or(
  isNull(computers.ownerId),
  eq(devices.enrolledById, computers.ownerId),
  eq(devices.tenantId, computers.ownerId),
)})`

/** Whether a phone is one of its computer's last report, and its state there. */
export const isPlugged: SQL = ne(computerPhones.state, 'unplugged')
export const pluggedState = sql<ComputerPhone['state']>`${computerPhones.state}`

/** Devices whose phones hang at a computer. It needs no scope of computers: each device names its own. */
export const hangsAt = (id: ComputerId): SQL =>
  sql`exists (select 1 from ${computerPhones} join ${computers} on ${computers.id} = ${computerPhones.computerId}
    where ${computerPhones.hardwareId} = ${devices.hardwareId} and ${computers.id} = ${id} and ${mayServe} and ${isPlugged})`
