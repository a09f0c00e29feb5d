import type { Why } from '@fleetdeck/contract/rights'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useText } from '../../ground/language.ts'
import { ErrorState } from '../ErrorState.tsx'
import { WhyView } from './WhyView.tsx'

/** An explanation, as soon as it is there. */
export function WhyResult({ result, hint }: { result: UseQueryResult<Why>; hint?: string | undefined }) {
  const t = useText()
  const { data, error, refetch } = result
  if (data) return <WhyView why={data} hint={hint} />
  if (error) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
  return <Skeleton active />
}
