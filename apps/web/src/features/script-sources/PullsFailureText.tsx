import type { ScriptSource } from '@fleetdeck/contract/script-sources'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { Output } from './Output.tsx'

type Source = Pick<ScriptSource, 'pullsFailure' | 'pullsDetail' | 'pullsNextAt'>

/** Why the pull requests could not be read, what the provider answered, and when the next attempt follows. */
export function PullsFailureText({ pullsFailure, pullsDetail, pullsNextAt }: Source) {
  const t = useText()
  if (!pullsFailure) return null
  return (
    <>
      {t(`scriptSource.pullsFailure.${pullsFailure}`)}
      {pullsNextAt && <div>{t('scriptSource.pullsNextAt', { time: fullTime(pullsNextAt) })}</div>}
      <Output title={t('scriptSource.pullsDetail')} text={pullsDetail} />
    </>
  )
}
