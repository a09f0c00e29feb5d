import { and, isNull, or, type SQL } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { devices } from '../../platform/db/schema/devices.ts'

/**
 * Assigned phones belong to their owner. Others belong to the user whose key they enrolled with; a phone enrolled with
 * the site's own key has no owner.
 */
export const deviceWithin = (scope: Scope): SQL | undefined =>
  or(
    ownedWithin(scope, devices.tenantId),
    scope === 'all' ? undefined : and(isNull(devices.tenantId), ownedWithin(scope, devices.enrolledById)),
  )
