import type { HotEvidence, HotScript, HotVerdict } from '@fleetdeck/contract/hot-scripts'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Flex } from 'antd'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import styles from './hot-scripts.module.css'

const verdicts = {
  tooFew: ['unknown', 'hot.tooFew'],
  unclear: ['unknown', 'hot.unclear'],
  asGood: ['online', 'hot.asGood'],
  worse: ['failed', 'hot.worse'],
} as const satisfies Record<HotVerdict, readonly [Condition, TextKey]>

export function EvidenceSummary({ evidence: { verdict, runs, failed } }: { evidence: HotEvidence }) {
  const t = useText()
  const [condition, key] = verdicts[verdict]
  return (
    <>
      <StateBadge condition={condition} text={t(key)} />
      {runs > 0 && <div className={styles.second}>{t('hot.failedRuns', { runs, failed })}</div>}
    </>
  )
}

/** What the runs of the present share say, and what its next step needs. */
export function EvidenceDetails({ hot: { evidence, exceptionLimit } }: { hot: HotScript }) {
  const t = useText()
  if (!evidence) return null
  const { verdict, runs, failed, phones, before, minRuns, minPhones, low, high } = evidence
  const [condition, key] = verdicts[verdict]
  return (
    <Flex vertical gap={4} style={{ marginBottom: 16 }}>
      <StateBadge condition={condition} text={t(key)} />
      <span>{t('hot.evidenceNew', { runs, failed, phones })}</span>
      {before.runs > 0 && <span>{t('hot.evidenceBefore', before)}</span>}
      {verdict === 'tooFew' ? (
        <span>{t('hot.evidenceNeeds', { runs: minRuns, phones: minPhones })}</span>
      ) : (
        <span>{t('hot.evidenceBounds', { low, high, limit: exceptionLimit })}</span>
      )}
    </Flex>
  )
}
