import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import { CheckLevel } from '@fleetdeck/contract/check-codes'
import type { Device } from '@fleetdeck/contract/devices'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { Alert, Button, Skeleton } from 'antd'
import { Suspense } from 'react'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import { ErrorState } from '../ErrorState.tsx'
import { TimeText } from '../TimeText.tsx'
import { checkValues } from './check-values.ts'
import styles from './phone-check.module.css'
import { usePhoneCheck } from './use-phone-check.ts'

const WaySteps = lazyPart(async () => (await import('./WaySteps.tsx')).WaySteps)

const icons = {
  works: <CheckCircleFilled className={styles.works} aria-hidden />,
  limited: <WarningFilled className={styles.limited} aria-hidden />,
  mustBeMended: <CloseCircleFilled className={styles.broken} aria-hidden />,
} as const

function Finding({ finding }: { finding: CheckFinding }) {
  const t = useText()
  const { code, level, way } = finding
  const values = checkValues(finding)
  return (
    <li className={styles.finding}>
      {icons[level]}
      <div className={styles.words}>
        <strong>{t(level === 'works' ? `check.${code}` : `check.${code}.mend`)}</strong>
        {values && <span className={styles.values}>{values}</span>}
        {level !== 'works' && <p>{t(`check.${code}.advice`)}</p>}
        {level !== 'works' && way && (
          <Suspense fallback={null}>
            <WaySteps way={way} />
          </Suspense>
        )}
      </div>
    </li>
  )
}

/** What works needs one line together. */
function Working({ findings }: { findings: CheckFinding[] }) {
  const t = useText()
  return (
    <ul className={styles.working}>
      {findings.map((finding) => (
        <li key={finding.code}>
          {icons.works} {t(`check.${finding.code}`)}
          <span className={styles.values}>{checkValues(finding)}</span>
        </li>
      ))}
    </ul>
  )
}

function Findings({ findings }: { findings: CheckFinding[] }) {
  const t = useText()
  const levels = [...CheckLevel.options].reverse()
  return levels.map((level) => {
    const found = findings.filter((finding) => finding.level === level)
    if (found.length === 0) return null
    return (
      <section key={level} className={styles.level} aria-label={t(`check.level.${level}`)}>
        <h4>{t(`check.level.${level}`)}</h4>
        {level === 'works' ? (
          <Working findings={found} />
        ) : (
          <ul className={styles.findings}>
            {found.map((finding) => (
              <Finding key={finding.code} finding={finding} />
            ))}
          </ul>
        )}
      </section>
    )
  })
}

/** What the last check of a phone has found, how to mend it, and a new check. */
export function PhoneCheckView({ device }: { device: Pick<Device, 'id' | 'runtime'> }) {
  const t = useText()
  const runtime = useDeviceRuntime(device)
  const { check, error, reload, start, isRunning, hasNoAnswer } = usePhoneCheck(device.id, runtime)
  return (
    <section className={styles.view} aria-label={t('check.title')}>
      <header className={styles.head}>
        <h3>{t('check.title')}</h3>
        {check && (
          <span className={styles.hint}>
            <TimeText value={check.checkedAt} />
            {!runtime.online && ` · ${t('check.stillOld')}`}
          </span>
        )}
        <Button size="small" loading={isRunning} disabled={!runtime.online} onClick={start}>
          {t(isRunning ? 'check.running' : 'check.again')}
        </Button>
      </header>
      {hasNoAnswer && <Alert type="warning" showIcon title={t('check.noAnswer')} />}
      {error && <ErrorState title={t('check.title')} error={error} onRetry={reload} />}
      {check === undefined && !error && <Skeleton active paragraph={{ rows: 3 }} />}
      {check === null && <p className={styles.hint}>{t('check.none')}</p>}
      {check && <Findings findings={check.findings} />}
    </section>
  )
}
