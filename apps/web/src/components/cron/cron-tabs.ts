import { type CronField, cronFields } from '@fleetdeck/cron/fields'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import { type TabState, toFieldText, toTab } from './cron-tab.ts'

/** The state of the builder, tab by tab. */
export type Tabs = Record<CronField, TabState>

/** Initial value of an empty field: every day at midnight. */
const defaultExpression = '0 0 0 * * ?'

/** The tabs of an expression; undefined while it is invalid. */
export function parseTabs(text: string, thisYear: number): Tabs | undefined {
  const { cron } = parseCron(text)
  if (!cron) return
  return Object.fromEntries(
    cronFields.map((field) => [field, toTab(field, cron.parts[field], thisYear)]),
  ) as Tabs
}

export const defaultTabs = (thisYear: number) => parseTabs(defaultExpression, thisYear) as Tabs

/** The expression of the tabs, normalized if valid. */
export function toText(tabs: Tabs): string {
  const words = cronFields.map((field) => toFieldText(field, tabs[field]))
  const text = (words.at(-1) === '*' ? words.slice(0, -1) : words).join(' ')
  return parseCron(text).cron?.text ?? text
}

/** Changes one tab. Only one of day and week selects days, so the other is reset. */
export function withTab(tabs: Tabs, field: CronField, change: Partial<TabState>): Tabs {
  const changed = { ...tabs, [field]: { ...tabs[field], ...change } }
  if (field !== 'day' && field !== 'week') return changed
  const isLeft = changed[field].mode === 'any'
  if (field === 'week') {
    if (isLeft && changed.day.mode === 'any') return withMode(changed, 'day', 'every')
    return isLeft ? changed : withMode(changed, 'day', 'any')
  }
  if (isLeft) return changed.week.mode === 'any' ? withMode(changed, 'week', 'values') : changed
  return withMode(changed, 'week', 'any')
}

const withMode = (tabs: Tabs, field: CronField, mode: TabState['mode']): Tabs => ({
  ...tabs,
  [field]: { ...tabs[field], mode },
})
