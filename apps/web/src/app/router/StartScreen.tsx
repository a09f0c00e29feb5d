import { Spin } from 'antd'
import { useText } from '../language.ts'

/** Shown while rights or a page are on their way; quick answers never show it. */
export function StartScreen() {
  const t = useText()
  return (
    <div className="start-screen" role="status" aria-label={t('layout.starting')}>
      <Spin size="large" delay={200} description={t('layout.starting')} />
    </div>
  )
}
