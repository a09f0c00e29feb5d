import { LoadingOutlined } from '@ant-design/icons'
import { useText } from '../ground/language.ts'

/** Shown while rights or a page are loading; it fades in late, so that fast responses never show it. */
export function StartScreen() {
  const t = useText()
  return (
    <div className="start-screen" role="status">
      <LoadingOutlined aria-hidden />
      {t('layout.starting')}
    </div>
  )
}
