import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { roles } from '../../platform/db/schema/roles.ts'
