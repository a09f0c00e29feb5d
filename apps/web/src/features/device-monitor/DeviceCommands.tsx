import { commands } from '@fleetdeck/contract/commands'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../app/language.ts'
import { RunTable } from '../../components/commands/RunTable.tsx'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import styles from './monitor.module.css'

/** Commands to a device, newest first, as they go on. */
export function DeviceCommands({ deviceId }: { deviceId: number }) {
  const t = useText()
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'commandsChanged') void client.invalidateQueries({ queryKey: [commands.runs.path] })
  })
  return (
    <section className={styles.sheet} aria-label={t('command.title')}>
      <header className={styles.sheetHead}>
        <h2>{t('command.title')}</h2>
      </header>
      <RunTable filter={{ deviceId }} />
    </section>
  )
}
