import { Drawer } from 'antd'
import { CodeView } from '../../components/code/CodeView.tsx'
import { useText } from '../../ground/language.ts'
import styles from './former-scripts.module.css'

interface SourceDrawerProps {
  name: string
  text: string
  line: number
  onClose: () => void
}

/** The text of a script at a line. */
export function SourceDrawer({ name, text, line, onClose }: SourceDrawerProps) {
  const t = useText()
  return (
    <Drawer open size={860} title={name} onClose={onClose}>
      <div className={styles.source}>
        <CodeView text={text} label={t('formerScript.source')} line={line} />
      </div>
    </Drawer>
  )
}
