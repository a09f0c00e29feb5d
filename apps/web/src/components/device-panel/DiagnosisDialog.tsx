import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import { diagnosis, type Finding } from '@fleetdeck/contract/diagnosis'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { byteText } from '../byte-text.ts'
import { CopyButton } from '../CopyText.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { PhoneCheckView } from '../phone-check/PhoneCheckView.tsx'
import { fullTime } from '../time-text.ts'
import styles from './panel.module.css'
import { useDevice } from './use-device.ts'

const icons = {
  stops: <CloseCircleFilled className={styles.stops} aria-hidden />,
  hinders: <WarningFilled className={styles.hinders} aria-hidden />,
  notice: <InfoCircleFilled className={styles.notice} aria-hidden />,
} as const

/** A finding's sentence, with its time if it has one. */
function useFindingText() {
  const t = useText()
  return ({ kind, at, values }: Finding): string => {
    const size = typeof values.bytes === 'number' ? byteText(values.bytes) : ''
    const sentence = t(`diagnosis.${kind}`, { ...values, size })
    if (!at) return sentence
    const hasEnded = kind === 'deviceExpired' || kind === 'ownerExpired'
    const time = t(hasEnded ? 'diagnosis.until' : 'diagnosis.since', { time: fullTime(at) })
    return `${sentence} · ${time}`
  }
}

function Findings({ findings }: { findings: Finding[] }) {
  const t = useText()
  const findingText = useFindingText()
  if (findings.length === 0)
    return (
      <div className={styles.finding}>
        <CheckCircleFilled className={styles.good} aria-hidden />
        <div>
          <strong>{t('diagnosis.good')}</strong>
          <p>{t('diagnosis.goodHint')}</p>
        </div>
      </div>
    )
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={finding.kind} className={styles.finding}>
          {icons[finding.weight]}
          <div>
            <strong>{findingText(finding)}</strong>
            <p>{t(`diagnosis.${finding.kind}.advice`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Why a device does not work, and the remedy for each reason. */
export function DiagnosisDialog({ deviceNo, onClose }: { deviceNo: string; onClose: () => void }) {
  const t = useText()
  const findingText = useFindingText()
  const device = useDevice(deviceNo)
  const id = device.data?.id
  const found = useQuery({
    queryKey: [diagnosis.diagnose.path, id],
    queryFn:
      id === undefined ? skipToken : ({ signal }) => call(diagnosis.diagnose, { query: { id }, signal }),
    gcTime: 0,
    meta: { silent: true },
  })
  const error = device.error ?? found.error
  // The check below says what.
  const hasToMend = Boolean(device.data?.runtime.toMend?.length)
  const lines = (found.data ?? []).map(findingText)
  return (
    <Modal
      open
      title={t('table.partOf', { title: t('diagnosis.title'), name: deviceNo })}
      onCancel={onClose}
      footer={
        <>
          {lines.length > 0 && <CopyButton text={[deviceNo, ...lines].join('\n')} label={t('table.copy')} />}
          <Button loading={found.isFetching} onClick={() => void found.refetch()}>
            {t('diagnosis.again')}
          </Button>
        </>
      }
    >
      {error && <ErrorState title={deviceNo} error={error} onRetry={() => void found.refetch()} />}
      {!found.data && !error && <Skeleton active paragraph={{ rows: 3 }} />}
      {found.data && !(found.data.length === 0 && hasToMend) && <Findings findings={found.data} />}
      {device.data && (
        <div className={styles.check}>
          <PhoneCheckView device={device.data} />
        </div>
      )}
    </Modal>
  )
}
