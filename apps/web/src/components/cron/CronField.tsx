import { describeCron } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import { Button, Form, Input, Space } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { CronBuilder } from './CronBuilder.tsx'
import styles from './cron.module.css'
import { cronProblem } from './cron-check.ts'
import { NextTimes } from './NextTimes.tsx'

interface CronFieldProps {
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** A Quartz expression: typed or composed in the builder, with its meaning and next times. */
function CronField({ id, value = '', onChange }: CronFieldProps) {
  const t = useText()
  const { timeZone } = useSite()
  const [isOpen, setOpen] = useState(false)
  const builderId = useId()
  const { cron } = parseCron(value)
  return (
    <div className={styles.field}>
      <Space.Compact block>
        <Input
          {...(id && { id })}
          className={styles.text}
          value={value}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          placeholder="0 0 12 * * ?"
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Button
          aria-expanded={isOpen}
          aria-controls={builderId}
          title={t('cron.buildHint')}
          onClick={() => setOpen(!isOpen)}
        >
          {t('cron.build')}
        </Button>
      </Space.Compact>
      <div className={styles.words} aria-live="polite">
        {cron && describeCron(cron, t)}
      </div>
      <div id={builderId} className={styles.panel}>
        {isOpen && <CronBuilder text={value} onChange={(text) => onChange?.(text)} />}
      </div>
      {cron && timeZone && <NextTimes cron={cron} timeZone={timeZone} />}
    </div>
  )
}

interface CronItemProps {
  name: string
  label: string
}

/** The field in a form; the form is blocked while the expression is invalid or never occurs. */
export function CronItem({ name, label }: CronItemProps) {
  const t = useText()
  const { timeZone } = useSite()
  const check = (text = '') => {
    const problem = timeZone && cronProblem(text, timeZone, t)
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
  }
  return (
    <Form.Item
      name={name}
      label={label}
      required
      rules={[{ validator: (_, text: string | undefined) => check(text) }]}
    >
      <CronField />
    </Form.Item>
  )
}
