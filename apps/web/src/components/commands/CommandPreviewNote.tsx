import { type CommandKind, type CommandPreview, commands } from '@fleetdeck/contract/commands'
import type { DeviceSelection } from '@fleetdeck/contract/device-batches'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useText } from '../../ground/language.ts'
import styles from './commands.module.css'

interface NamedProps {
  text: string
  count: number
  deviceNos: readonly string[]
}

function Named({ text, count, deviceNos }: NamedProps) {
  const t = useText()
  if (count === 0) return null
  return (
    <li>
      {text}
      <div className={styles.previewNames}>
        {deviceNos.join('  ')}{' '}
        {count > deviceNos.length && t('table.andOthers', { total: count, rest: count - deviceNos.length })}
      </div>
    </li>
  )
}

function Details({ later, never, refusals }: CommandPreview) {
  const t = useText()
  return (
    <ul className={styles.preview}>
      <Named text={t('command.previewLater', { count: later.count })} {...later} />
      {never.map(({ reason, ...named }) => (
        <Named key={reason} text={t('command.previewNever', { count: named.count, reason })} {...named} />
      ))}
      {refusals.map(({ reason, ...named }) => (
        <Named key={reason} text={t('command.previewRefused', { count: named.count, reason })} {...named} />
      ))}
    </ul>
  )
}

/** Which of the devices would get the selected command now, which later, and which not and why. */
export function CommandPreviewNote({ selection }: { selection: DeviceSelection }) {
  const t = useText()
  const command = Form.useWatch<CommandKind | undefined>('command')
  const { data, error } = useQuery({
    queryKey: [commands.preview.path, command, selection],
    queryFn: ({ signal }) => {
      const order = { command: command ?? 'where', selection }
      return call(commands.preview, { body: order, signal })
    },
    enabled: command !== undefined,
    meta: { silent: true },
    staleTime: 0,
  })
  if (error)
    return <Alert className={styles.previewNote ?? ''} showIcon type="error" title={errorMessage(error)} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />
  const { now, total, never, refusals } = data
  return (
    <Alert
      className={styles.previewNote ?? ''}
      showIcon
      role="status"
      type={never.length > 0 || refusals.length > 0 ? 'warning' : 'info'}
      title={t('command.previewNow', { count: now, total })}
      description={now < total && <Details {...data} />}
    />
  )
}
