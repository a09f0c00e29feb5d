import {
  type BatchPreview,
  type DeviceActionInput,
  type DeviceSelection,
  deviceBatches,
} from '@fleetdeck/contract/device-batches'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { call } from '../../../api/call.ts'
import { errorMessage } from '../../../api/message-of.ts'
import { useText } from '../../../ground/language.ts'
import styles from '../devices.module.css'

function Details({ unchanged, refusals, stops }: BatchPreview) {
  const t = useText()
  return (
    <ul className={styles.preview}>
      {unchanged > 0 && <li>{t('device.previewUnchanged', { count: unchanged })}</li>}
      {refusals.map(({ reason, count, deviceNos }) => (
        <li key={reason}>
          {t('device.previewRefused', { count, reason })}
          <div>
            {deviceNos.join('  ')}{' '}
            {count > deviceNos.length &&
              t('table.andOthers', { total: count, rest: count - deviceNos.length })}
          </div>
        </li>
      ))}
      {stops > 0 && <li>{t('device.previewStops', { count: stops })}</li>}
    </ul>
  )
}

interface PreviewedBatch {
  action: DeviceActionInput
  selection: DeviceSelection
}

/** What a batch would do now. Until its answer arrives, the data is that of the batch before. */
export const usePreview = <B extends PreviewedBatch>(batch: B | undefined) =>
  useQuery({
    queryKey: [deviceBatches.preview.path, batch],
    queryFn: async ({ signal }) =>
      batch ? { of: batch, preview: await call(deviceBatches.preview, { body: batch, signal }) } : null,
    enabled: batch !== undefined,
    meta: { silent: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

interface PreviewNoteProps extends PreviewedBatch {
  /** Nothing is shown when all devices change and no script stops. */
  onlyExceptions?: boolean
}

/** What a batch would do now, to how many devices, and what not and why. */
export function PreviewNote({ action, selection, onlyExceptions = false }: PreviewNoteProps) {
  const t = useText()
  const { data: answer, error, isPlaceholderData } = usePreview({ action, selection })
  if (error) return <Alert showIcon type="error" title={errorMessage(error)} />
  const data = isPlaceholderData ? undefined : answer?.preview
  if (!data) return onlyExceptions ? null : <Skeleton active title={false} paragraph={{ rows: 1 }} />
  const hasDetails = data.changing < data.total || data.stops > 0
  if (onlyExceptions && !hasDetails) return null
  return (
    <Alert
      showIcon
      role="status"
      type={data.refusals.length > 0 || data.stops > 0 ? 'warning' : 'info'}
      title={t('device.previewChanging', { count: data.changing, total: data.total })}
      description={hasDetails && <Details {...data} />}
    />
  )
}
