import type { ScriptPull } from '@fleetdeck/contract/script-sources'
import { Tag } from 'antd'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import styles from './script-sources.module.css'

const conditions = {
  waiting: 'unknown',
  running: 'busy',
  success: 'online',
  failure: 'failed',
  error: 'trouble',
  skipped: 'offline',
} as const

interface PullStateBadgeProps {
  pull: ScriptPull
  /** With what git reported. */
  isFull?: boolean
}

/** The result of a pull request, and its reason. */
export function PullStateBadge({ pull, isFull = false }: PullStateBadgeProps) {
  const t = useText()
  const { state, reason, detail, succeeded, tries } = pull
  const note = reason
    ? t(`scriptSource.pullReason.${reason}`)
    : tries > 0 && t('scriptSource.triesDone', { done: succeeded, count: tries })
  return (
    <div>
      {pull.isFork && <Tag>{t('scriptSource.fork')}</Tag>}
      <StateBadge condition={conditions[state]} text={t(`scriptSource.pull.${state}`)} />
      {note && <div className={styles.faded}>{note}</div>}
      {isFull && detail && <pre className={styles.output}>{detail}</pre>}
    </div>
  )
}
