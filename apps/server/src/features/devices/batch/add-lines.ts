import { deviceBatches, deviceLineLimit, type LineResult } from '@fleetdeck/contract/device-batches'
import { deviceNo } from '@fleetdeck/contract/devices'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { addNumbers } from '../../../domain/devices/add-numbers.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import { isTextKey, refusalText, text } from '../../../platform/http/language.ts'
import { checkedGroup } from '../devices.rules.ts'

type Draft = z.output<typeof deviceBatches.batchAdd.body>

/** Adds a device for each line with an unused number; empty lines are skipped. */
export async function addLines(deps: Deps, caller: Caller, draft: Draft, language: Language) {
  const group = await checkedGroup(deps, caller, deviceBatches.batchAdd.permission, draft)
  const target = { tenantId: group.tenantId, groupId: draft.groupId }
  const lines = parseLines(draft.deviceNo)
  const wellFormed = lines.filter(({ reason }) => reason === null)
  const numbers = wellFormed.map((line) => line.deviceNo)
  const { added, overQuota, refusal } = await deps.db.transaction((tx) =>
    addNumbers(deps, tx, numbers, target),
  )
  const results = lines.map(({ line, deviceNo: number, reason }): LineResult => {
    if (reason) return { line, deviceNo: number, reason: isTextKey(reason) ? text(language, reason) : reason }
    if (added.has(number)) return { line, deviceNo: number, reason: null }
    const taken = overQuota.has(number) ? refusal : new AppError('deviceNoTaken')
    return { line, deviceNo: number, reason: refusalText(language, taken) }
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
