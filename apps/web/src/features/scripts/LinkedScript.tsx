import { ScriptId, ScriptVersionId } from '@fleetdeck/contract/ids'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'
import { ScriptEditor } from './ScriptEditor.tsx'
import { VersionDrawer } from './VersionDrawer.tsx'

/** Of the page's address: a script, the version that is shown, and a line of it. */
const names = ['edit', 'version', 'line'] as const

/** The script in the address: in the editor, or read-only if the version is not the current one. */
export function LinkedScript({ onSaved }: { onSaved: () => unknown }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const { data: id } = ScriptId.safeParse(Number(params.get('edit')))
  const { data: versionId } = ScriptVersionId.safeParse(Number(params.get('version')))
  const line = Number(params.get('line')) || undefined
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.list.path, 'one', id],
    queryFn: ({ signal }) => (id ? call(scripts.one, { query: { id }, signal }) : null),
    enabled: id !== undefined,
    meta: { silent: true },
  })
  const without = (gone: readonly string[]) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const name of gone) next.delete(name)
      return next
    })
  const close = () => without(names)
  if (id === undefined) return null
  if (error)
    return (
      <Drawer open size="100%" title={t('script.title')} onClose={close}>
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      </Drawer>
    )
  if (!data) return null
  if (versionId !== undefined && versionId !== data.versionId)
    return (
      <VersionDrawer
        script={data}
        versionId={versionId}
        line={line}
        onEdit={() => without(['version'])}
        onClose={close}
      />
    )
  return <ScriptEditor key={id} script={data} line={line} onSaved={onSaved} onClose={close} />
}
