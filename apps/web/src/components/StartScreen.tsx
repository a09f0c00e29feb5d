import { LoadingOutlined } from '@ant-design/icons'
import { useText } from '../ground/language.ts'

/** Shown while rights or a page are on their way; quick answers are there before it fades in. */
export function StartScreen() {
  const t = useText()
  return (
    <div className="start-screen" role="status">
      <LoadingOutlined aria-hidden />
      {t('layout.starting')}
    </div>
  )
}
