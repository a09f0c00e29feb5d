import { Status } from '@fleetdeck/contract/enums'
import { Switch } from 'antd'
import { useState } from 'react'
import { ask, inBackground } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'

interface StatusSwitchProps {
  /** The name of the row, for screen readers. */
  name: string
  status: number
  disabled?: boolean
  /** The question before the change. */
  question: (next: Status) => { title: string; hint: string }
  onChange: (next: Status) => Promise<unknown>
}

/** Toggles, asks, and toggles back when the answer is no or the call fails. */
export function StatusSwitch({ name, status, disabled = false, question, onChange }: StatusSwitchProps) {
  const t = useText()
  const [flipped, setFlipped] = useState<Status>()
  const [isSending, setSending] = useState(false)

  const change = (next: Status) => {
    const { title, hint } = question(next)
    setFlipped(next)
    inBackground(
      ask({
        title,
        content: hint,
        okText: t(next === Status.on ? 'organisation.enable' : 'organisation.disable'),
        okButtonProps: { danger: next === Status.off },
        cancelText: t('table.cancel'),
        onCancel: () => setFlipped(undefined),
        onOk: async () => {
          setSending(true)
          // A failed call shows its own error.
          await onChange(next).catch(() => undefined)
          setSending(false)
          setFlipped(undefined)
        },
      }),
    )
  }
  return (
    <Switch
      size="small"
      aria-label={`${name}: ${t('common.status')}`}
      title={t((flipped ?? status) === Status.on ? 'common.enabled' : 'common.disabled')}
      checked={(flipped ?? status) === Status.on}
      disabled={disabled}
      loading={isSending}
      onChange={(isOn) => change(isOn ? Status.on : Status.off)}
    />
  )
}
