import { dataGroups } from '@fleetdeck/contract/data-groups'
import { permissionOfAction } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { recordings } from '@fleetdeck/contract/recordings'
import type { RowKind } from '@fleetdeck/contract/rights'
import { scripts } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import { userAccess } from '@fleetdeck/contract/user-access'
import { users } from '@fleetdeck/contract/users'
import { isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { changeableOthers, changeableUsers } from '../../access/changeable-users.ts'
import { ownedWithin, type Scope, usersWithin } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { scriptsUsableBy, type Viewer } from '../../domain/scripts/script-sharing.queries.ts'
import { dataGroups as dataGroupRows } from '../../platform/db/schema/data-items.ts'
import { deviceGroups as groupRows } from '../../platform/db/schema/device-groups.ts'
import { devices as deviceRows } from '../../platform/db/schema/devices.ts'
import { dynamicTables as tableRows } from '../../platform/db/schema/dynamic-tables.ts'
import { hotScripts as hotRows } from '../../platform/db/schema/hot-scripts.ts'
import { platforms as platformRows } from '../../platform/db/schema/platforms.ts'
import { recordings as recordingRows } from '../../platform/db/schema/recordings.ts'
import { scripts as scriptRows } from '../../platform/db/schema/scripts.ts'
import { tasks as taskRows } from '../../platform/db/schema/tasks.ts'
import { users as userRows } from '../../platform/db/schema/users.ts'

interface Kind {
  table: PgTable
  id: AnyPgColumn<{ data: number }>
  label: AnyPgColumn | SQL
  owner: AnyPgColumn | SQL
  /** The rows within a scope. */
  visible: (scope: Scope) => SQL | undefined
  /** Further rows that calls with the first permission show: those that others share with the user. */
  withShared?: (viewer: Viewer) => SQL | undefined
  exists?: SQL
  /** Of calls that name a row; the first one shows it. */
  permissions: readonly [string, ...string[]]
  /** The check of calls with a permission, in place of the scope alone. */
  checks?: Readonly<Record<string, typeof changeableUsers>>
}

type Owned = PgTable & { id: AnyPgColumn<{ data: number }>; tenantId: AnyPgColumn }

/** Rows of a table that belong to a tenant. */
const owned = (table: Owned, label: AnyPgColumn, permissions: Kind['permissions']): Kind => ({
  table,
  id: table.id,
  label,
  owner: table.tenantId,
  visible: (scope) => ownedWithin(scope, table.tenantId),
  permissions,
})

const permissionsOf = <Name extends string>(
  contract: Record<Name, { permission: string }>,
  first: Name,
  ...others: Name[]
): Kind['permissions'] => [contract[first].permission, ...others.map((name) => contract[name].permission)]

export const rowKindTable: Readonly<Record<RowKind, Kind>> = {
  device: {
    table: deviceRows,
    id: deviceRows.id,
    label: sql`coalesce(${deviceRows.deviceNo}, ${deviceRows.hardwareId}, '')`,
    owner: sql`coalesce(${deviceRows.tenantId}, ${deviceRows.enrolledById})`,
    visible: deviceWithin,
    permissions: [
      devices.list.permission,
      controlPermission,
      devices.edit.permission,
      permissionOfAction.settings,
      permissionOfAction.disable,
      permissionOfAction.unassign,
      permissionOfAction.delete,
    ],
  },
  deviceGroup: owned(groupRows, groupRows.groupName, permissionsOf(deviceGroups, 'list', 'edit', 'remove')),
  user: {
    table: userRows,
    id: userRows.id,
    label: userRows.userName,
    owner: userRows.id,
    visible: (scope) => usersWithin(scope, userRows),
    exists: isNull(userRows.deletedAt),
    permissions: [
      ...permissionsOf(users, 'list', 'edit', 'resetPassword', 'setStatus', 'remove'),
      userAccess.one.permission,
    ],
    checks: {
      [users.edit.permission]: changeableUsers,
      [users.resetPassword.permission]: changeableOthers,
      [users.setStatus.permission]: changeableOthers,
      [users.remove.permission]: changeableOthers,
      [userAccess.one.permission]: changeableUsers,
    },
  },
  task: owned(
    taskRows,
    taskRows.taskName,
    permissionsOf(tasks, 'list', 'edit', 'updateTaskStatus', 'remove'),
  ),
  platform: owned(
    platformRows,
    platformRows.platformName,
    permissionsOf(platforms, 'list', 'edit', 'remove'),
  ),
  dataGroup: owned(
    dataGroupRows,
    dataGroupRows.groupName,
    permissionsOf(dataGroups, 'list', 'edit', 'remove'),
  ),
  script: {
    ...owned(
      scriptRows,
      scriptRows.scriptName,
      permissionsOf(scripts, 'list', 'edit', 'text', 'share', 'rollback', 'remove'),
    ),
    withShared: scriptsUsableBy,
  },
  hotScript: owned(hotRows, hotRows.hotName, permissionsOf(hotScripts, 'list', 'edit', 'publish', 'remove')),
  recording: owned(
    recordingRows,
    recordingRows.deviceNo,
    permissionsOf(recordings, 'list', 'timeline', 'script', 'remove'),
  ),
  dynamicTable: owned(tableRows, tableRows.tableName, permissionsOf(dynamicTables, 'list', 'edit', 'remove')),
}
