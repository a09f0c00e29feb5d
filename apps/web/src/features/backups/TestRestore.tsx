import { backups, type ProofDetails } from '@fleetdeck/contract/backups'
import { Button } from 'antd'
import panels from '../../components/panels/panels.module.css'
import { TimeText } from '../../components/TimeText.tsx'
import { ageText, parseMoment } from '../../components/time-text.ts'
import { useNow } from '../../components/use-now.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { BackupName } from './BackupName.tsx'
import type { BackupList } from './backup-list.ts'
import { Failure } from './Failure.tsx'
import { startJob } from './start-job.ts'

function durationText(t: Translate, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return t('backup.seconds', { count: seconds })
  return t('backup.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}

function Proven({ at, fileName, details }: { at: string; fileName: string; details: ProofDetails }) {
  const t = useText()
  const ago = ageText(useNow() - parseMoment(at).getTime(), document.documentElement.lang)
  const { rows, tables, files, durationMs, isFromCopy, isTrial } = details
  const how = t('backup.provenHow', {
    rows,
    tables,
    files,
    duration: durationText(t, durationMs),
  })
  return (
    <div>
      <strong>{t('backup.proven', { ago })}</strong> · {how} · <TimeText value={at} />
      <div>
        {isTrial ? (
          t('backup.provenTrial')
        ) : (
          <>
            <BackupName name={fileName} />{' '}
            <small>{t(isFromCopy ? 'backup.provenFrom' : 'backup.provenHere')}</small>
          </>
        )}
      </div>
      <small>
        {t('backup.proofChecked')}: {t('backup.proofChecks')}
      </small>
    </div>
  )
}

/** Whether the newest backup can be restored, found out by restoring it. */
export function TestRestore({ data, reload }: { data: BackupList; reload: () => unknown }) {
  const t = useText()
  const mayProve = useMay(backups.prove.permission)
  const { isRunning, failure, succeededAt, fileName, details } = data.prove
  const prove = () => startJob(backups.prove, t('backup.proveStarted'), reload)
  return (
    <section className={panels.card} aria-label={t('backup.proof')}>
      <div className={panels.cardHead}>
        <h2>{t('backup.proof')}</h2>
        <span className={panels.headTools}>
          {mayProve && (
            <Button loading={isRunning} onClick={prove}>
              {t(isRunning ? 'backup.proving' : failure ? 'backup.proveAgain' : 'backup.proveNow')}
            </Button>
          )}
        </span>
      </div>
      <div className={panels.page}>
        {failure && <Failure title={t('backup.proofFailed')} failure={failure} />}
        {succeededAt && details && <Proven at={succeededAt} fileName={fileName} details={details} />}
        {!succeededAt && !failure && t('backup.proofNever')}
      </div>
    </section>
  )
}
