import type { DeviceId } from '@fleetdeck/contract/ids'
import { TaskRunTable } from '../../components/tasks/TaskRunTable.tsx'
import { useTaskEvents } from '../../components/tasks/use-task-events.ts'
import { useText } from '../../ground/language.ts'
import styles from './monitor.module.css'

/** Runs of tasks on a device, newest first, live. */
export function DeviceTasks({ deviceId }: { deviceId: DeviceId }) {
  const t = useText()
  useTaskEvents()
  return (
    <section className={styles.sheet} aria-label={t('task.onDevice')}>
      <header className={styles.sheetHead}>
        <h2>{t('task.onDevice')}</h2>
      </header>
      <TaskRunTable filter={{ deviceId }} />
    </section>
  )
}
