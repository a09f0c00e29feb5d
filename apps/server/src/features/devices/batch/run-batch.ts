import { setImmediate } from 'node:timers/promises'
import {
  type BatchProgress,
  type DeviceAction,
  type DeviceFailure,
  permissionOfAction,
} from '@fleetdeck/contract/device-batches'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import { scopeFor } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import type { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import { refusalText } from '../../../platform/http/language.ts'
import type { Job } from '../../../platform/jobs/job.ts'
import { announce, type DeviceCheck, refuseOverQuota, write } from './device-actions.ts'
import type { Target } from './device-batches.queries.ts'
import * as queries from './device-batches.queries.ts'

export interface Batch {
  caller: Caller
  language: Language
  action: DeviceAction
  check: DeviceCheck
  ids: DeviceId[]
}

/** Devices per chunk: a cancel takes effect between two chunks. */
const chunkDevices = 200

const nameOf = ({ deviceNo, hardwareId }: { deviceNo: string; hardwareId: string }) => deviceNo || hardwareId

/** Processes a batch in chunks; devices that left the caller's scope in the meantime are skipped. */
export async function runBatch(deps: Deps, batch: Batch, job: Job<BatchProgress>): Promise<void> {
  const { caller, language, action, check, ids } = batch
  const scope = scopeFor(caller, permissionOfAction[action.action])
  const failures: DeviceFailure[] = []
  const changed: string[] = []
  const failed = (target: Target, refusal: AppError): DeviceFailure => ({
    deviceNo: nameOf(target),
    reason: refusalText(language, refusal),
  })
  await job.report({ total: ids.length })
  for (let start = 0; start < ids.length; start += chunkDevices) {
    const chunk = ids.slice(start, start + chunkDevices)
    const targets = await job.retried(() => queries.targetsWithin(deps.db, scope, chunk))
    const passed = targets.filter((target) => {
      const refusal = check(target)
      if (refusal) failures.push(failed(target, refusal))
      return refusal === undefined
    })
    let written = passed
    let refused: DeviceFailure[] = []
    let stopped: Awaited<ReturnType<typeof write>> = []
    await job.commit(async (tx) => {
      const over = await refuseOverQuota(tx, action, passed)
      written = passed.filter((target) => !over.has(target))
      refused = Array.from(over, ([target, refusal]) => failed(target, refusal))
      stopped = await write(tx, action, written)
      return {
        done: start + chunk.length,
        failed: failures.length + refused.length,
        failures: [...failures, ...refused],
        changed: [...changed, ...written.map(nameOf)],
      }
    })
    failures.push(...refused)
    changed.push(...written.map(nameOf))
    await announce(deps, { caller, action, targets: written, stopped })
    // Yields to heartbeats and frames.
    await setImmediate()
  }
  await job.end('done')
}
