import { type Bill, monthNumber } from '@fleetdeck/contract/tenants'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Caller } from '../../platform/core/caller.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportSheets } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'

interface Period {
  from: string
  to: string
}
/** A row of a sheet; the text of a note is in the first column. */
type Line = Partial<Record<(typeof columns)[number], string | number>>
const columns = ['plan', 'userName', 'nickName', 'days', 'deviceDays', 'mostDevices'] as const

/** A workbook with a sheet for each month; each bill is read when its sheet is written. */
export function exportBill(
  files: FileStore,
  { from, to }: Period,
  { caller, language }: { caller: Caller; language: Language },
  bill: (month: string) => Promise<Bill>,
): Promise<{ fileName: string }> {
  const titled = columns.map((name) => ({
    title: text(language, `bill.${name}` as TextKey),
    value: (line: Line) => line[name],
  }))
  const sheets = monthsOf(from, to).map((month) => ({
    name: month,
    columns: titled,
    rows: lines(language, () => bill(month)),
  }))
  return exportSheets(files, { name: 'bill', ownerId: caller.userId, sheets })
}

function monthsOf(from: string, to: string): string[] {
  const [first, last] = [monthNumber(from), monthNumber(to)]
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const at = first + place
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

async function* lines(language: Language, read: () => Promise<Bill>): AsyncGenerator<Line> {
  const { rows, plans, days, recordedDays } = await read()
  for (const plan of plans) {
    const planName = plan.planName || text(language, 'bill.noPlan')
    for (const { planName: of, userName, nickName, days: recorded, deviceDays, mostDevices } of rows)
      if (of === plan.planName)
        yield { plan: planName, userName, nickName, days: recorded, deviceDays, mostDevices }
    yield { plan: planName, userName: text(language, 'bill.subtotal'), deviceDays: plan.deviceDays }
  }
  yield {
    plan: text(language, 'bill.total'),
    deviceDays: plans.reduce((sum, { deviceDays }) => sum + deviceDays, 0),
  }
  if (recordedDays < days) yield { plan: text(language, 'bill.incomplete', { recorded: recordedDays, days }) }
}
