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
import { sqlFailure } from '../../../platform/db/db.ts'
import { refusalText } from '../../../platform/http/language.ts'
import type { Job } from '../../../platform/jobs/job.ts'
import { numbersOf } from './assign-many.ts'
import { announce, type DeviceCheck, refuseAtWrite, write } from './device-actions.ts'
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
/** Of a chunk whose numbers others take at the same time. */
const maxTries = 20
const deadlock = '40P01'

const nameOf = ({ deviceNo, hardwareId }: Target) => deviceNo || hardwareId

/** The names of devices in results: a phone that is assigned has its new number too. */
export function namesFor(action: DeviceAction): (target: Target) => string {
  if (action.action !== 'assign') return nameOf
  const numbers = numbersOf(action)
  return (target) => [numbers.get(target.id), target.hardwareId].filter(Boolean).join(' · ')
}

/** Repeats a chunk when another transaction took one of its numbers between the look and the write. */
export async function untilUntaken<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      const { constraint, state } = sqlFailure(error)
      if (tries === maxTries || (constraint !== 'devices_no' && state !== deadlock)) throw error
    }
  }
}

/** Processes a batch in chunks; devices that left the caller's scope in the meantime are skipped. */
export async function runBatch(deps: Deps, batch: Batch, job: Job<BatchProgress>): Promise<void> {
  const { caller, language, action, check, ids } = batch
  const name = namesFor(action)
  const scope = scopeFor(caller, permissionOfAction[action.action])
  const failures: DeviceFailure[] = []
  const changed: string[] = []
  const failed = (target: Target, refusal: AppError): DeviceFailure => ({
    id: target.id,
    deviceNo: name(target),
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
    let applied: Awaited<ReturnType<typeof write>> = { stopped: [], devices: new Map() }
    await untilUntaken(() =>
      job.commit(async (tx) => {
        const over = await refuseAtWrite(deps, tx, action, passed)
        written = passed.filter((target) => !over.has(target))
        refused = Array.from(over, ([target, refusal]) => failed(target, refusal))
        applied = await write(tx, action, written)
        return {
          done: start + chunk.length,
          failed: failures.length + refused.length,
          failures: [...failures, ...refused],
          changed: [...changed, ...written.map(name)],
        }
      }),
    )
    failures.push(...refused)
    changed.push(...written.map(name))
    await announce(deps, { caller, action, targets: written, ...applied })
    // Yields to heartbeats and frames.
    await setImmediate()
  }
  await job.end('done')
}
