import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import { recordings } from '@fleetdeck/contract/recordings'
import { Button, Checkbox, Popover, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showError, showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { RecordingIcon } from './RecordingIcon.tsx'
import styles from './tools.module.css'
import { toolHint, usePopoverSide, useToolSide } from './use-tool-side.ts'

const below = { tool: 'top', popover: 'bottom' } as const

interface RecordToolProps {
  deviceNo: string
  recording: RecordingMark | null | undefined
  /** No recording can start. */
  isOff: boolean
  /** In a bar, not beside the phone: what starting is called there. */
  barText?: string
}

/** Starts a recording of the phone, or stops it, regardless of who started it. */
export function RecordTool({ deviceNo, recording, isOff, barText }: RecordToolProps) {
  const t = useText()
  const mayRecord = useMay(recordings.start.permission)
  const beside = { tool: useToolSide(), popover: usePopoverSide() }
  const { tool: side, popover: popoverSide } = barText ? below : beside
  const type = barText ? 'default' : 'text'
  const [isOpen, setOpen] = useState(false)
  const [keepsTexts, setKeepsTexts] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const act = async (step: () => Promise<unknown>) => {
    setBusy(true)
    await step().catch(showError)
    setBusy(false)
  }
  const start = () =>
    act(async () => {
      const { id } = await call(recordings.start, { body: { deviceNo, keepsTexts } })
      if (id === null) showFailure(t('screen.refused', { device: deviceNo, msg: t('screen.offline') }))
      setOpen(false)
    })
  if (!mayRecord) return null
  if (recording) {
    const label = t('recording.stop')
    return (
      <Tooltip title={label} placement={side} {...toolHint}>
        <Button
          type={type}
          danger
          loading={isBusy}
          icon={<RecordingIcon isOn />}
          aria-label={label}
          aria-pressed
          onClick={() => void act(() => call(recordings.stop, { body: { id: recording.id } }))}
        />
      </Tooltip>
    )
  }
  const label = barText ?? t('recording.start')
  return (
    <Popover
      trigger="click"
      placement={popoverSide}
      open={isOpen}
      onOpenChange={setOpen}
      title={label}
      content={
        <Space orientation="vertical" style={{ width: 260 }}>
          <span className={styles.hint}>{t('recording.startHint')}</span>
          <Checkbox checked={keepsTexts} onChange={(event) => setKeepsTexts(event.target.checked)}>
            {t('recording.keepTexts')}
          </Checkbox>
          <span className={styles.hint}>{t('recording.keepTextsHint')}</span>
          <Button type="primary" loading={isBusy} onClick={() => void start()}>
            {t('recording.start')}
          </Button>
        </Space>
      }
    >
      <Tooltip title={isOpen ? '' : label} placement={side} {...toolHint}>
        <Button
          type={type}
          icon={<RecordingIcon />}
          aria-label={label}
          aria-expanded={isOpen}
          disabled={isOff}
        />
      </Tooltip>
    </Popover>
  )
}
