import { type CronField, cronFields } from '@fleetdeck/cron/fields'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Radio, Tabs as TabBar } from 'antd'
import { useState } from 'react'
import { type Translate, useText } from '../../ground/language.ts'
import styles from './cron.module.css'
import { type Mode, modesByField, type TabState } from './cron-tab.ts'
import { defaultTabs, parseTabs, type Tabs, toText, withTab } from './cron-tabs.ts'
import { TabInputs } from './TabInputs.tsx'

interface CronBuilderProps {
  text: string
  onChange: (text: string) => void
}

/** A tab for each field of the expression; an expression typed in the meantime is parsed back into the tabs. */
export function CronBuilder({ text, onChange }: CronBuilderProps) {
  const t = useText()
  const thisYear = new Date().getFullYear()
  const [shown, setShown] = useState(() => read(text, thisYear) ?? { text, tabs: defaultTabs(thisYear) })
  // While the typed text is invalid, the tabs keep their state.
  const typed = text === shown.text ? undefined : read(text, thisYear)
  if (typed) setShown(typed)
  const tabs = typed?.tabs ?? shown.tabs

  const change = (field: CronField, part: Partial<TabState>) => {
    const changed = withTab(tabs, field, part)
    const changedText = toText(changed)
    setShown({ text: changedText, tabs: changed })
    onChange(changedText)
  }
  return (
    <TabBar
      className={styles.builder ?? ''}
      size="small"
      tabBarGutter={16}
      items={cronFields.map((field) => ({
        key: field,
        label: t(`cron.${field}`),
        children: <CronTab field={field} tab={tabs[field]} onChange={(part) => change(field, part)} />,
      }))}
    />
  )
}

function read(text: string, thisYear: number): { text: string; tabs: Tabs } | undefined {
  const tabs = parseTabs(text, thisYear)
  return tabs && { text, tabs }
}

const everyTexts: Record<CronField, TextKey> = {
  second: 'cron.everySecond',
  minute: 'cron.everyMinute',
  hour: 'cron.everyHour',
  day: 'cron.everyDay',
  month: 'cron.everyMonth',
  week: 'cron.everyDay',
  year: 'cron.everyYear',
}

function modeText(field: CronField, mode: Mode, t: Translate): string {
  if (mode === 'any') return t('cron.mode.any', { other: t(field === 'day' ? 'cron.week' : 'cron.day') })
  const word = t(mode === 'every' ? everyTexts[field] : `cron.mode.${mode}`)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

interface CronTabProps {
  field: CronField
  tab: TabState
  onChange: (part: Partial<TabState>) => void
}

function CronTab({ field, tab, onChange }: CronTabProps) {
  const t = useText()
  return (
    <>
      <Radio.Group
        className={styles.modes ?? ''}
        aria-label={t(`cron.${field}`)}
        value={tab.mode}
        options={modesByField[field].map((mode) => ({ value: mode, label: modeText(field, mode, t) }))}
        onChange={(event) => onChange({ mode: event.target.value })}
      />
      <TabInputs field={field} tab={tab} onChange={onChange} />
    </>
  )
}
