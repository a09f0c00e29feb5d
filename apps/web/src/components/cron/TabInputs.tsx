import { monthNames, ordinals, weekdayNames } from '@fleetdeck/cron/describe-dates'
import { type CronField, fieldRanges } from '@fleetdeck/cron/fields'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { type Translate, useText } from '../../ground/language.ts'
import styles from './cron.module.css'
import type { TabState } from './cron-tab.ts'

interface TabInputsProps {
  field: CronField
  tab: TabState
  onChange: (part: Partial<TabState>) => void
}

/** The inputs of the selected mode of a tab. */
export function TabInputs({ field, tab, onChange }: TabInputsProps): ReactNode {
  const t = useText()
  switch (tab.mode) {
    case 'range':
      return (
        <Row>
          <Labelled label={t('cron.from')}>
            <FieldNumber field={field} value={tab.from} onChange={(from) => onChange({ from })} />
          </Labelled>
          <Labelled label={t('cron.to')}>
            <FieldNumber field={field} value={tab.to} onChange={(to) => onChange({ to })} />
          </Labelled>
        </Row>
      )
    case 'step':
      return (
        <Row>
          <Labelled label={t('cron.from')}>
            <FieldNumber field={field} value={tab.stepFrom} onChange={(stepFrom) => onChange({ stepFrom })} />
          </Labelled>
          <Labelled label={t('cron.step')}>
            <PlainNumber
              min={1}
              max={field === 'year' ? 129 : fieldRanges[field].max}
              value={tab.step}
              onChange={(step) => onChange({ step })}
            />
          </Labelled>
        </Row>
      )
    case 'values':
      return <ChosenValues field={field} tab={tab} onChange={onChange} />
    case 'other':
      return (
        <Input
          className={styles.text}
          aria-label={t('cron.otherWord', { field: t(`cron.${field}`) })}
          placeholder={t('cron.otherWord', { field: t(`cron.${field}`) })}
          maxLength={100}
          value={tab.other}
          onChange={(event) => onChange({ other: event.target.value })}
        />
      )
    default:
      return <DayInputs tab={tab} onChange={onChange} />
  }
}

/** Modes that only exist for days. */
function DayInputs({ tab, onChange }: Omit<TabInputsProps, 'field'>): ReactNode {
  const t = useText()
  if (tab.mode === 'last') {
    return (
      <Row>
        <Labelled label={t('cron.before')}>
          <PlainNumber min={0} max={30} value={tab.before} onChange={(before) => onChange({ before })} />
        </Labelled>
        <Checkbox checked={tab.toWeekday} onChange={(event) => onChange({ toWeekday: event.target.checked })}>
          {t('cron.toWeekday')}
        </Checkbox>
      </Row>
    )
  }
  if (tab.mode === 'nearest') {
    return (
      <Labelled label={t('cron.nearestDay')}>
        <FieldNumber field="day" value={tab.nearestDay} onChange={(nearestDay) => onChange({ nearestDay })} />
      </Labelled>
    )
  }
  if (tab.mode !== 'lastOf' && tab.mode !== 'nth') return null
  return (
    <Row>
      {tab.mode === 'nth' && (
        <Labelled label={t('cron.nth')}>
          <Select
            className={styles.number ?? ''}
            value={tab.nth}
            options={ordinals.map((key, index) => ({ value: index + 1, label: t(key) }))}
            onChange={(nth) => onChange({ nth })}
          />
        </Labelled>
      )}
      <Labelled label={t('cron.weekday')}>
        <FieldNumber field="week" value={tab.weekday} onChange={(weekday) => onChange({ weekday })} />
      </Labelled>
    </Row>
  )
}

function ChosenValues({ field, tab, onChange }: TabInputsProps) {
  const t = useText()
  return (
    <Checkbox.Group
      className={`${styles.values} ${fieldRanges[field].names ? styles.named : ''}`}
      aria-label={t('cron.mode.values')}
      value={tab.values}
      options={buildChoices(field, tab.values).map((value) => ({ value, label: nameOf(field, value, t) }))}
      // An empty list would mean nothing: the last value stays.
      onChange={(values) => values.length > 0 && onChange({ values })}
    />
  )
}

/** A range of years is offered; selected ones stay. */
const yearsOffered = 12

function buildChoices(field: CronField, chosen: number[]): number[] {
  const { min, max } = fieldRanges[field]
  if (field !== 'year') return Array.from({ length: max - min + 1 }, (_, index) => min + index)
  const thisYear = new Date().getFullYear()
  const offered = Array.from({ length: yearsOffered }, (_, index) => thisYear + index)
  return [...new Set([...chosen, ...offered])].sort((a, b) => a - b)
}

function nameOf(field: CronField, value: number, t: Translate): string {
  const names = field === 'week' ? weekdayNames : field === 'month' ? monthNames : []
  const key = names[value - 1]
  return key ? t(key) : String(value)
}

interface NumberProps {
  value: number
  onChange: (value: number) => void
}

/** A value of the field, by name if it has one. */
function FieldNumber({ field, value, onChange }: NumberProps & { field: CronField }) {
  const t = useText()
  const { min, max, names } = fieldRanges[field]
  if (!names) return <PlainNumber min={min} max={max} value={value} onChange={onChange} />
  const options = buildChoices(field, []).map((number) => ({
    value: number,
    label: nameOf(field, number, t),
  }))
  return <Select className={styles.number ?? ''} value={value} options={options} onChange={onChange} />
}

function PlainNumber({ value, onChange, ...bounds }: NumberProps & { min: number; max: number }) {
  return (
    <InputNumber
      {...bounds}
      className={styles.number}
      precision={0}
      value={value}
      onChange={(number) => number !== null && onChange(number)}
    />
  )
}

const Row = ({ children }: { children: ReactNode }) => <div className={styles.inputs}>{children}</div>

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={styles.labelled}>
      <span>{label}</span>
      {children}
    </label>
  )
}
