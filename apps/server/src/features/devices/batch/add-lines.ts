import { deviceBatches, deviceLineLimit, type LineResult } from '@fleetdeck/contract/device-batches'
import { deviceNo } from '@fleetdeck/contract/devices'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import { isTextKey, text } from '../../../platform/http/language.ts'
import { readQuota } from '../devices.queries.ts'
import { checkedGroup } from '../devices.rules.ts'
import { findUsedNumbers, insertNumbers } from './device-batches.queries.ts'

type Draft = z.output<typeof deviceBatches.batchAdd.body>
/** Rows per statement. */
const chunkRows = 1000

/** Adds a device for each line with an unused number; empty lines are skipped. */
export async function addLines(deps: Deps, caller: Caller, draft: Draft, language: Language) {
  const group = await checkedGroup(deps, caller, deviceBatches.batchAdd.permission, draft)
  const target = { tenantId: group.tenantId, groupId: draft.groupId }
  const lines = parseLines(draft.deviceNo)
  const wellFormed = lines.filter(({ reason }) => reason === null)
  const taken = await findUsedNumbers(
    deps.db,
    wellFormed.map((line) => line.deviceNo),
  )
  const free = wellFormed.filter((line) => !taken.has(line.deviceNo))
  const { allowed, owned } = await readQuota(deps.db, target.tenantId)
  const within = free.slice(0, allowed === null ? undefined : Math.max(0, allowed - owned))
  await deps.license.checkPlaces(within.length)
  const added = new Set<string>()
  for (let start = 0; start < within.length; start += chunkRows) {
    const numbers = within.slice(start, start + chunkRows).map((line) => line.deviceNo)
    for (const number of await insertNumbers(deps.db, numbers, target)) added.add(number)
  }
  const results = lines.map(({ line, deviceNo: number, reason }): LineResult => {
    if (reason) return { line, deviceNo: number, reason: isTextKey(reason) ? text(language, reason) : reason }
    if (added.has(number)) return { line, deviceNo: number, reason: null }
    const isOverQuota = !taken.has(number) && !within.some((one) => one.deviceNo === number)
    const key = isOverQuota ? 'user.quotaReached' : 'device.noTaken'
    return { line, deviceNo: number, reason: text(language, key, { count: allowed ?? 0 }) }
  })
  if (added.size) await deps.hub.devicesChanged({ tenantIds: [target.tenantId] })
  return { added: added.size, results }
}

function parseLines(content: string): LineResult[] {
  const seen = new Set<string>()
  const lines = content
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, raw: raw.trim() }))
    .filter(({ raw }) => raw !== '')
  if (lines.length === 0) throw new AppError('noDeviceLines')
  if (lines.length > deviceLineLimit) throw new AppError('tooManyDeviceLines', { count: deviceLineLimit })
  return lines.map(({ line, raw }) => {
    const parsed = deviceNo.safeParse(raw)
    if (!parsed.success)
      return { line, deviceNo: raw.slice(0, 64), reason: parsed.error.issues[0]?.message ?? '' }
    if (seen.has(raw)) return { line, deviceNo: raw, reason: 'device.numberTwice' }
    seen.add(raw)
    return { line, deviceNo: raw, reason: null }
  })
}
