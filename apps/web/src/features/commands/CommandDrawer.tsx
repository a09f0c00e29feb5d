import { commands } from '@fleetdeck/contract/commands'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { commandIcons, commandTexts } from '../../components/commands/command-kinds.tsx'
import { RunTable } from '../../components/commands/RunTable.tsx'
import { StateBar } from '../../components/delivery/StateBar.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import styles from './commands.module.css'

/** The progress of one command, and the result on each phone. */
export function CommandDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    // Begins with the list's key, so that it reloads with the list.
    queryKey: [commands.list.path, 'one', id],
    queryFn: ({ signal }) => call(commands.one, { query: { id }, signal }),
    meta: { silent: true },
  })
  const title = data ? t(commandTexts[data.command]) : t('command.runs')
  return (
    <Drawer open size={860} title={title} onClose={onClose}>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className={styles.sheet}>
          {data.content && (
            <pre className={styles.content}>
              {commandIcons[data.command]} {data.content}
            </pre>
          )}
          <StateBar counts={data.counts} total={data.total} />
          <p className={styles.hint}>
            {t('command.by')} {data.userName ?? '–'} · {fullTime(data.createdAt)} ·{' '}
            {t('command.expires', { time: fullTime(data.expiresAt) })}
          </p>
          <RunTable filter={{ commandId: id }} />
        </div>
      )}
    </Drawer>
  )
}
