import { ToolOutlined } from '@ant-design/icons'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { listText, useText } from '../../ground/language.ts'
import styles from './phone-check.module.css'

interface MendMarkProps {
  runtime: Pick<DeviceRuntime, 'toMend'>
  /** For tiles: the words are its name. */
  isIcon?: boolean
}

/** With a phone, wherever it is shown: what must be mended on it; nothing if nothing is. */
export function MendMark({ runtime: { toMend }, isIcon = false }: MendMarkProps) {
  const t = useText()
  const [first, ...others] = toMend ?? []
  if (!first) return null
  const all = listText([first, ...others].map((code) => t(`check.${code}.mend`)))
  if (isIcon) return <ToolOutlined className={styles.mark} role="img" aria-label={all} title={all} />
  return (
    <span className={styles.mark} title={all}>
      <ToolOutlined aria-hidden /> {t(`check.${first}.mend`)}
      {others.length > 0 && ` +${others.length}`}
    </span>
  )
}
