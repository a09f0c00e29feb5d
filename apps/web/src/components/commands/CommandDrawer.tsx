import { commands } from '@fleetdeck/contract/commands'
import { endStates } from '@fleetdeck/contract/delivery'
import { CommandId } from '@fleetdeck/contract/ids'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { showError, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { StateBar } from '../delivery/StateBar.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { fullTime } from '../time-text.ts'
import { commandIcons, commandTexts } from './command-kinds.tsx'
import styles from './commands.module.css'
import { RunTable } from './RunTable.tsx'

interface CommandDrawerProps {
  id: number
  /** The same command was sent again, to the phones where it did not succeed. */
  onAgain: (id: number) => void
  onClose: () => void
}

/** The progress of one command, and the result on each phone. */
export function CommandDrawer({ id, onAgain, onClose }: CommandDrawerProps) {
  const t = useText()
  const maySend = useMay(commands.add.permission)
  const again = useMutation({
    mutationFn: () => call(commands.again, { body: { id: CommandId.parse(id) } }),
    onSuccess: (sent) => {
      showSuccess(t('command.sent'))
      onAgain(sent.id)
    },
    onError: showError,
  })
  const { data, error, refetch } = useQuery({
    // Begins with the list's key, so that it reloads with the list.
    queryKey: [commands.list.path, 'one', id],
    queryFn: ({ signal }) => call(commands.one, { query: { id }, signal }),
    meta: { silent: true },
  })
  const title = data ? t(commandTexts[data.command]) : t('command.runs')
  const ended = endStates.reduce((sum, state) => sum + (data?.counts[state] ?? 0), 0)
  const canRepeat = maySend && ended > (data?.counts.succeeded ?? 0)
  const extra = canRepeat && (
    <Button loading={again.isPending} onClick={() => again.mutate()}>
      {t('command.again')}
    </Button>
  )
  return (
    <Drawer open size={860} title={title} extra={extra} onClose={onClose}>
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
          <p className={styles.by}>
            {t('command.by')} {data.userName ?? '–'} · {fullTime(data.createdAt)} ·{' '}
            {t('command.expires', { time: fullTime(data.expiresAt) })}
          </p>
          <RunTable filter={{ commandId: id }} />
        </div>
      )}
    </Drawer>
  )
}
