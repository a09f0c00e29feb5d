import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { computers } from '../../platform/db/schema/computers.ts'
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
