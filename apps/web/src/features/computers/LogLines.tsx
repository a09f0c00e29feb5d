import { type Computer, computers } from '@fleetdeck/contract/computers'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'
import styles from './computers.module.css'

const lineCount = 500

interface LogLinesProps {
  computer: Pick<Computer, 'id' | 'computerName'>
  onClose: () => void
}

/** The newest lines of the agent's own output. */
export function LogLines({ computer: { id, computerName: name }, onClose }: LogLinesProps) {
  const t = useText()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [computers.command.path, id, 'readLog'],
    queryFn: ({ signal }) =>
      call(computers.command, { body: { id, command: { type: 'readLog', lines: lineCount } }, signal }),
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  })
  const lines = data?.lines ?? []
  return (
    <Modal
      open
      width={960}
      title={t('computer.logOf', { name })}
      onCancel={onClose}
      footer={
        <>
          {lines.length > 0 && <CopyButton text={lines.join('\n')} label={t('table.copy')} />}
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('computer.readAgain')}
          </Button>
        </>
      }
    >
      {error && !isFetching && (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active />}
      {data && lines.length === 0 && <EmptyState text={t('computer.noLines')} />}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text is read by keyboard.
        <pre className={styles.log} tabIndex={0}>
          {lines.join('\n')}
        </pre>
      )}
    </Modal>
  )
}
