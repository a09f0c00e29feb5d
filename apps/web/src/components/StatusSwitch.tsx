import { Status } from '@fleetdeck/contract/enums'
import { useState } from 'react'
import { ask, inBackground } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'
import { EnabledMark } from './EnabledMark.tsx'

interface StatusSwitchProps {
  /** The name of the row, for screen readers. */
  name: string
  status: number
  disabled?: boolean
  /** The question before the change. */
  question: (next: Status) => { title: string; hint: string }
  onChange: (next: Status) => Promise<unknown>
}

/** A status that a click changes: toggles, asks, and toggles back when the answer is no or the call fails. */
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
  const shown = flipped ?? status
  const isOn = shown === Status.on
  return (
    <button
      type="button"
      role="switch"
      className={styles.statusSwitch}
      aria-label={t('common.labelled', { label: name, value: t('common.status') })}
      title={t(isOn ? 'organisation.disable' : 'organisation.enable')}
      aria-checked={isOn}
      aria-busy={isSending}
      disabled={disabled || isSending}
      onClick={() => change(isOn ? Status.off : Status.on)}
    >
      <EnabledMark status={shown} />
    </button>
  )
}
