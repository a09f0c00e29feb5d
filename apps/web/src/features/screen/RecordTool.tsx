import { recordings } from '@fleetdeck/contract/recordings'
import { Button, Checkbox, Popover, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showError, showFailure } from '../../api/feedback.ts'
import type { DeviceControl } from '../../components/device-panel/use-device-control.ts'
import { toolHint, usePopoverSide, useToolSide } from '../../components/screen/use-tool-side.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { RecordingIcon } from './RecordingIcon.tsx'
import styles from './screen-page.module.css'

/** Starts a recording of the phone, or stops it, regardless of who started it. */
export function RecordTool({ control: { deviceNo, state } }: { control: DeviceControl }) {
  const t = useText()
  const mayRecord = useMay(recordings.start.permission)
  const side = useToolSide()
  const popoverSide = usePopoverSide()
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
  const { recording } = state
  if (recording) {
    const label = t('recording.stop')
    return (
      <Tooltip title={label} placement={side} {...toolHint}>
        <Button
          type="text"
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
  const label = t('recording.start')
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
            {label}
          </Button>
        </Space>
      }
    >
      <Tooltip title={isOpen ? '' : label} placement={side} {...toolHint}>
        <Button
          type="text"
          icon={<RecordingIcon />}
          aria-label={label}
          aria-expanded={isOpen}
          disabled={state.phase !== 'live'}
        />
      </Tooltip>
    </Popover>
  )
}
