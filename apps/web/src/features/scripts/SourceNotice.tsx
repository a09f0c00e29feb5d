import type { Script } from '@fleetdeck/contract/scripts'
import { Alert, Tag } from 'antd'
import { useText } from '../../ground/language.ts'

type Source = NonNullable<Script['source']>

/** An edit in the console lasts until the next commit. */
export function SourceNotice({ source: { name, file } }: { source: Source }) {
  const t = useText()
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={t('scriptSource.managedBy', { name })}
      description={t('scriptSource.managedHint', { file })}
    />
  )
}

export function SourceTag({ source: { name, isMissing } }: { source: Source }) {
  const t = useText()
  return (
    <Tag color={isMissing ? 'warning' : 'default'} title={name}>
      {t(isMissing ? 'scriptSource.missingTag' : 'scriptSource.managed')}
    </Tag>
  )
}
