import { Status } from '@fleetdeck/contract/enums'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'
import { StateShape } from './StateBadge.tsx'

/** Enabled or disabled, by shape and text. */
export function EnabledMark({ status }: { status: number }) {
  const t = useText()
  const isOn = status === Status.on
  return (
    <span className={styles.row}>
      <StateShape condition={isOn ? 'online' : 'disabled'} />
      {t(isOn ? 'common.enabled' : 'common.disabled')}
    </span>
  )
}
