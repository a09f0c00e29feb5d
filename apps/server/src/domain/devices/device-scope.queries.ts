import { and, isNull, or, type SQL } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { devices } from '../../platform/db/schema/devices.ts'

/** Assigned phones belong to their owner, others to the one whose key they enrolled with; the site's own key makes them nobody's. */
export const deviceWithin = (scope: Scope): SQL | undefined =>
  or(
    ownedWithin(scope, devices.tenantId),
    scope === 'all' ? undefined : and(isNull(devices.tenantId), ownedWithin(scope, devices.enrolledById)),
  )
