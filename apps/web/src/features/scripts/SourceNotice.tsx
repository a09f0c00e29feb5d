import { CloseCircleOutlined } from '@ant-design/icons'
import type { Script } from '@fleetdeck/contract/scripts'
import { Alert, Tag } from 'antd'
import { useText } from '../../ground/language.ts'

type Source = NonNullable<Script['source']>

/** An edit in the console lasts until the next commit. */
export function SourceNotice({ source }: { source: Source }) {
  const t = useText()
  return (
    <>
      <StaleSourceNotice source={source} />
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 16 }}
        title={t('scriptSource.managedBy', { name: source.name })}
        description={t('scriptSource.managedHint', { file: source.file })}
      />
    </>
  )
}

/** Newer commits than the versions shown may exist. */
export function StaleSourceNotice({ source }: { source: Source | null }) {
  const t = useText()
  if (!source?.isFailing) return null
  return (
    <Alert
      type="error"
      showIcon
      style={{ marginBottom: 16 }}
      title={t('scriptSource.stale', { name: source.name })}
      description={t('scriptSource.staleHint')}
    />
  )
}

export function SourceTag({ source: { name, isMissing, isFailing } }: { source: Source }) {
  const t = useText()
  if (isFailing)
    return (
      <Tag color="error" icon={<CloseCircleOutlined />} title={t('scriptSource.stale', { name })}>
        {t('scriptSource.staleTag')}
      </Tag>
    )
  return (
    <Tag color={isMissing ? 'warning' : 'default'} title={name}>
      {t(isMissing ? 'scriptSource.missingTag' : 'scriptSource.managed')}
    </Tag>
  )
}
