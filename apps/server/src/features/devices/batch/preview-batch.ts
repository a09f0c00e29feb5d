import { type BatchPreview, type DeviceAction, permissionOfAction } from '@fleetdeck/contract/device-batches'
import { Status } from '@fleetdeck/contract/enums'
import { scopeFor } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import { countReasons } from '../../../domain/devices/count-reasons.ts'
import { countRunning } from '../../../domain/devices/running-scripts.queries.ts'
import { rolledBack } from '../../../platform/db/rolled-back.ts'
import { refusalText } from '../../../platform/http/language.ts'
import { refuseAtWrite, stopsBy } from './device-actions.ts'
import type { Target } from './device-batches.queries.ts'
import * as queries from './device-batches.queries.ts'
import { type Batch, namesFor, untilUntaken } from './run-batch.ts'

/** Whether the action would leave the device as it is, as far as this is known without its other values. */
function isAlready(action: DeviceAction, { status, groupId, tenantId }: Target): boolean {
  switch (action.action) {
    case 'enable':
      return status === Status.on
    case 'disable':
      return status === Status.off
    case 'group':
      return groupId === action.groupId
    case 'owner':
      return tenantId === action.tenantId && (action.groupId === null || groupId === action.groupId)
    default:
      return false
  }
}

/** What the batch would do now, and what not and why; devices may change until it starts. */
export async function previewBatch(deps: Deps, batch: Batch): Promise<BatchPreview> {
  const { caller, action, check, ids, language } = batch
  const nameOf = namesFor(action)
  const scope = scopeFor(caller, permissionOfAction[action.action])
  const targets = await queries.targetsWithin(deps.db, scope, ids)
  const checked = new Map(targets.map((target) => [target, check(target)] as const))
  const passed = targets.filter((target) => !checked.get(target))
  const over = await untilUntaken(() => rolledBack(deps.db, (tx) => refuseAtWrite(deps, tx, action, passed)))
  const open = passed.filter((target) => !over.has(target))
  const unchanged = open.filter((target) => isAlready(action, target)).length
  const refused = targets.flatMap((target) => {
    const refusal = checked.get(target) ?? over.get(target)
    return refusal ? { target, reason: refusalText(language, refusal) } : []
  })
  const byReason = Map.groupBy(refused, ({ reason }) => reason)
  const stops = stopsBy(action)
  const openIds = open.map(({ id }) => id)
  return {
    total: targets.length,
    changing: open.length - unchanged,
    unchanged,
    refusals: countReasons(refused.map(({ target, reason }) => [nameOf(target), reason] as const)).map(
      (named) => ({ ...named, ids: byReason.get(named.reason)?.map(({ target }) => target.id) ?? [] }),
    ),
    stops: stops ? await countRunning(deps.db, openIds, stops.which) : 0,
  }
}
