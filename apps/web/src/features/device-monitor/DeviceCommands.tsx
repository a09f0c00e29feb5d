import type { DeviceId } from '@fleetdeck/contract/ids'
import { RunTable } from '../../components/commands/RunTable.tsx'
import { useRunEvents } from '../../components/commands/use-run-events.ts'
import { useText } from '../../ground/language.ts'
import styles from './monitor.module.css'

/** Commands sent to a device, newest first, live. */
export function DeviceCommands({ deviceId }: { deviceId: DeviceId }) {
  const t = useText()
  useRunEvents()
  return (
    <section className={styles.sheet} aria-label={t('command.title')}>
      <header className={styles.sheetHead}>
        <h2>{t('command.title')}</h2>
      </header>
      <RunTable filter={{ deviceId }} />
    </section>
  )
}
