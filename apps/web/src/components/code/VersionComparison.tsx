import type { ScriptVersionId } from '@fleetdeck/contract/ids'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { ErrorState } from '../ErrorState.tsx'
import { CodeComparison } from './CodeComparison.tsx'

interface VersionComparisonProps {
  title: string
  /** The older one, shown on the left, and a newer one; without it, the text alone. */
  versionIds: ScriptVersionId[]
  onClose: () => void
}

/** The text of a version, or of two versions side by side. */
export function VersionComparison({ title, versionIds, onClose }: VersionComparisonProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.text.path, ...versionIds],
    queryFn: () => Promise.all(versionIds.map((versionId) => call(scripts.text, { query: { versionId } }))),
    meta: { silent: true },
  })
  const [first, second] = data ?? []
  return (
    <Modal
      open
      centered
      width={1100}
      footer={null}
      title={title}
      onCancel={onClose}
      styles={{ body: { height: 'min(75vh, 720px)', overflow: 'auto' } }}
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {first && second && <CodeComparison before={first.text} after={second.text} />}
      {first && !second && <pre>{first.text}</pre>}
    </Modal>
  )
}
