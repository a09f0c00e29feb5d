import { CameraOutlined, CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { commands } from '@fleetdeck/contract/commands'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { Button, Popover, Space, Spin, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '../../api/download.ts'
import { showFailure, showSuccess } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import type { DeviceControl } from '../../components/device-panel/use-device-control.ts'
import { canCopyImages, copyImage, takeScreenshot } from '../../components/screen/take-screenshot.ts'
import { toolHint, usePopoverSide, useToolSide } from '../../components/screen/use-tool-side.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './screen-page.module.css'

interface Screenshot {
  image?: { blob: Blob; url: string }
  reason?: string
}

const fileName = (deviceNo: string, { type }: Blob) => {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return `${deviceNo}-${time}.${type === 'image/png' ? 'png' : 'jpg'}`
}

/**
 * A screenshot to copy or to save: in full size from the phone, or what is shown for users who may not send commands.
 */
export function ScreenshotTool({ control, deviceId }: { control: DeviceControl; deviceId: DeviceId }) {
  const t = useText()
  const side = useToolSide()
  const popoverSide = usePopoverSide()
  const maySend = useMay(commands.add.permission)
  const mayFetch = useMay(commands.runs.permission)
  const [shot, setShot] = useState<Screenshot>()
  const pending = useRef<AbortController>(undefined)
  const { session, state, deviceNo } = control
  const label = t('screen.screenshot')
  const isFull = maySend && mayFetch

  const close = () => {
    pending.current?.abort()
    if (shot?.image) URL.revokeObjectURL(shot.image.url)
    setShot(undefined)
  }
  useEffect(() => () => pending.current?.abort(), [])
  const take = async () => {
    const abort = new AbortController()
    pending.current = abort
    setShot({})
    try {
      const blob = isFull ? await takeScreenshot(deviceId, abort.signal) : await session?.snapshot()
      if (abort.signal.aborted) return
      setShot(
        blob ? { image: { blob, url: URL.createObjectURL(blob) } } : { reason: t('screen.screenshotFailed') },
      )
    } catch (error) {
      if (!abort.signal.aborted) setShot({ reason: errorMessage(error) })
    }
  }
  const copy = ({ blob }: { blob: Blob }) =>
    copyImage(blob).then(
      () => showSuccess(t('screen.screenshotCopied')),
      () => showFailure(t('table.copyFailed')),
    )

  return (
    <Popover
      destroyOnHidden
      trigger="click"
      placement={popoverSide}
      open={shot !== undefined}
      onOpenChange={(isOpen) => (isOpen ? void take() : close())}
      title={label}
      content={
        <div className={styles.screenshot}>
          {shot?.reason !== undefined && <p role="alert">{shot.reason}</p>}
          {shot?.image && (
            <>
              <img src={shot.image.url} alt={t('screen.screenshotOf', { device: deviceNo })} />
              <Space>
                <Tooltip title={canCopyImages() ? '' : t('screen.screenshotNoCopy')}>
                  <Button
                    icon={<CopyOutlined />}
                    disabled={!canCopyImages()}
                    onClick={() => shot.image && void copy(shot.image)}
                  >
                    {t('table.copy')}
                  </Button>
                </Tooltip>
                <Button
                  type="primary"
                  icon={<DownloadOutlined />}
                  onClick={() => shot.image && saveBlob(shot.image.blob, fileName(deviceNo, shot.image.blob))}
                >
                  {t('screen.screenshotSave')}
                </Button>
              </Space>
            </>
          )}
          {shot && !shot.image && shot.reason === undefined && <Spin />}
        </div>
      }
    >
      <Tooltip title={shot ? '' : label} placement={side} {...toolHint}>
        <Button
          type="text"
          icon={<CameraOutlined />}
          aria-label={label}
          aria-expanded={shot !== undefined}
          disabled={state.phase !== 'live'}
        />
      </Tooltip>
    </Popover>
  )
}
