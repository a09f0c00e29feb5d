import { CameraOutlined, CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { commands } from '@fleetdeck/contract/commands'
import { storedZip } from '@fleetdeck/zip/stored-zip'
import { Alert, Button, Image, Modal, Progress, Spin, Tooltip } from 'antd'
import { useState } from 'react'
import { saveBlob } from '../../../api/download.ts'
import { inBackground, showFailure, showSuccess } from '../../../api/feedback.ts'
import { canCopyImages, copyImage } from '../../../components/screen/take-screenshot.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { BarTool } from './BarTool.tsx'
import { maxShots, type Shot, type ShotPhone, useScreenshots } from './use-screenshots.ts'
import styles from './wall.module.css'

type Taken = Shot & { image: NonNullable<Shot['image']> }
const isTaken = (shot: Shot): shot is Taken => shot.image !== undefined
const hasFailed = ({ reason }: Shot) => reason !== undefined

/** The number of the phone, without characters that file systems refuse. */
const fileName = ({ deviceNo, image }: Taken) => {
  const name = deviceNo.replaceAll(/[\\/:*?"<>|]/g, '_')
  return `${name}.${image.blob.type === 'image/png' ? 'png' : 'jpg'}`
}

async function saveAll(shots: readonly Taken[]): Promise<void> {
  const names = new Set<string>()
  const parts = shots.map((shot) => {
    const name = fileName(shot)
    const unique = names.has(name) ? `${shot.id}-${name}` : name
    names.add(unique)
    return { name: unique, content: shot.image.blob }
  })
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  saveBlob(await storedZip(parts), `screenshots-${time}.zip`)
}

function ShotTile({ shot }: { shot: Shot }) {
  const t = useText()
  const { deviceNo, reason } = shot
  const copy = (blob: Blob) =>
    copyImage(blob).then(
      () => showSuccess(t('screen.screenshotCopied')),
      () => showFailure(t('table.copyFailed')),
    )
  return (
    <figure className={styles.shot} data-shot={isTaken(shot) ? 'taken' : reason ? 'failed' : 'waiting'}>
      <div className={styles.shotImage}>
        {isTaken(shot) ? (
          <Image src={shot.image.url} alt={t('screen.screenshotOf', { device: deviceNo })} />
        ) : reason ? (
          <span role="alert">{reason}</span>
        ) : (
          <Spin />
        )}
      </div>
      <figcaption>
        <span className={styles.number}>{deviceNo}</span>
        {isTaken(shot) && (
          <span>
            <Tooltip title={t(canCopyImages() ? 'table.copy' : 'screen.screenshotNoCopy')}>
              <Button
                type="text"
                size="small"
                icon={<CopyOutlined />}
                aria-label={t('wall.shotCopy', { device: deviceNo })}
                disabled={!canCopyImages()}
                onClick={() => inBackground(copy(shot.image.blob))}
              />
            </Tooltip>
            <Button
              type="text"
              size="small"
              icon={<DownloadOutlined />}
              aria-label={t('wall.shotSave', { device: deviceNo })}
              title={t('screen.screenshotSave')}
              onClick={() => saveBlob(shot.image.blob, fileName(shot))}
            />
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function ScreenshotsDialog({ phones, onClose }: { phones: readonly ShotPhone[]; onClose: () => void }) {
  const t = useText()
  const { shots, take } = useScreenshots(phones)
  const taken = shots.filter(isTaken)
  const failed = shots.filter(hasFailed)
  const ended = taken.length + failed.length
  return (
    <Modal
      open
      width={860}
      title={t('wall.shotsTitle', { count: shots.length })}
      onCancel={onClose}
      footer={
        <>
          {failed.length > 0 && (
            <Button onClick={() => inBackground(take(failed))}>
              {t('wall.shotsAgain', { count: failed.length })}
            </Button>
          )}
          <Button
            type="primary"
            icon={<DownloadOutlined />}
            disabled={taken.length === 0}
            onClick={() => inBackground(saveAll(taken))}
          >
            {t('wall.shotsZip', { count: taken.length })}
          </Button>
        </>
      }
    >
      <div className={styles.texts}>
        <Progress percent={Math.floor((100 * ended) / Math.max(1, shots.length))} />
        <p role="status" className={styles.previewHead}>
          {t('wall.shotsCounts', { taken: taken.length, failed: failed.length, left: shots.length - ended })}
        </p>
        {phones.length > maxShots && (
          <Alert
            type="warning"
            showIcon
            title={t('wall.shotsTooMany', { most: maxShots, count: phones.length - maxShots })}
          />
        )}
        <Image.PreviewGroup>
          <div className={styles.shots}>
            {shots.map((shot) => (
              <ShotTile key={shot.id} shot={shot} />
            ))}
          </div>
        </Image.PreviewGroup>
      </div>
    </Modal>
  )
}

/** Takes screenshots of these phones at the same time, to look at, to copy and to save. */
export function Screenshots({ phones }: { phones: readonly ShotPhone[] }) {
  const t = useText()
  const maySend = useMay(commands.add.permission)
  const mayFetch = useMay(commands.runs.permission)
  // Those of the click: phones that join later are not part of it.
  const [chosen, setChosen] = useState<readonly ShotPhone[]>()
  if (!maySend || !mayFetch) return null
  return (
    <>
      <BarTool label={t('wall.shots')} icon={<CameraOutlined />} onClick={() => setChosen(phones)} />
      {chosen && <ScreenshotsDialog phones={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
