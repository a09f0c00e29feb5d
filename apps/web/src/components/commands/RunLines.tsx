import { commands } from '@fleetdeck/contract/commands'
import type { CommandRunId } from '@fleetdeck/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { deliveryTexts } from '../delivery/delivery-state.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { fullTime } from '../time-text.ts'
import styles from './commands.module.css'

/** The log of a run, line by line. A change of state reloads it. */
export function RunLines({ runId, state }: { runId: CommandRunId; state: string }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [commands.lines.path, runId, state],
    queryFn: ({ signal }) => call(commands.lines, { query: { runId }, signal }),
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  // The lines of a run only grow: displayed lines stay true.
  if (!data && error)
    return <ErrorState title={t('command.lines')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} />
  if (data.length === 0) return <EmptyState text={t('command.noLines')} />
  return (
    <ol className={styles.lines}>
      {data.map((line) => (
        <li key={line.id}>
          <time>{fullTime(line.at)}</time> {line.state && <strong>{t(deliveryTexts[line.state])}</strong>}{' '}
          {line.msg && <pre>{line.msg}</pre>}
        </li>
      ))}
    </ol>
  )
}
