import type { RunId, ScriptVersionId } from '@fleetdeck/contract/ids'
import { scripts } from '@fleetdeck/contract/scripts'
import { triedRuns } from '@fleetdeck/contract/tried-runs'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { ErrorState } from '../ErrorState.tsx'
import { CodeComparison } from './CodeComparison.tsx'
import { CodeView } from './CodeView.tsx'

/** A version of a script, or the text of a trial run. */
export type TextSource = { versionId: ScriptVersionId } | { runId: RunId }

const load = (source: TextSource) =>
  'runId' in source
    ? call(triedRuns.text, { query: { id: source.runId } })
    : call(scripts.text, { query: source })

interface VersionComparisonProps {
  title: string
  /** The older one, shown on the left, and a newer one; without it, the text alone. */
  sources: TextSource[]
  onClose: () => void
}

/** A text, or two side by side. */
export function VersionComparison({ title, sources, onClose }: VersionComparisonProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.text.path, ...sources],
    queryFn: () => Promise.all(sources.map(load)),
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
      {first && !second && <CodeView text={first.text} label={t('script.text')} />}
    </Modal>
  )
}
