import type { ScriptFinding } from '@fleetdeck/contract/script-findings'
import type { HotCover } from '@fleetdeck/contract/scripts'
import { Alert } from 'antd'
import { showSuccess, showWarning } from '../../api/feedback.ts'
import { findingText } from '../../components/code/finding-text.ts'
import { type Translate, useText } from '../../ground/language.ts'

const coverText = (t: Translate, { hotName, version, percent }: HotCover) =>
  t('script.covered', { name: hotName, version, percent })

/** Some phones do not use what is saved here. */
export function HotCoverNotice({ hot }: { hot: HotCover }) {
  const t = useText()
  return <Alert type="warning" showIcon title={coverText(t, hot)} style={{ marginBottom: 16 }} />
}

/** After a script was saved; `hot` is the hot update that covers it. */
export function showSaved(t: Translate, hot: HotCover | null, findings: ScriptFinding[]): void {
  const [first] = findings
  if (first) showWarning(t('script.findingsSaved', { count: findings.length, first: findingText(t, first) }))
  else showSuccess(t('table.saved'))
  if (hot) showWarning(coverText(t, hot))
}
