import { PlusOutlined } from '@ant-design/icons'
import { type Script, scripts } from '@fleetdeck/contract/scripts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { CopyText } from '../../components/CopyText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { listText, type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { ImportsDrawer } from './ImportsDrawer.tsx'
import { LinkedScript } from './LinkedScript.tsx'
import { ScriptDrawer } from './ScriptDrawer.tsx'
import { ScriptEditor } from './ScriptEditor.tsx'
import { SourceTag } from './SourceNotice.tsx'
import { VersionsDrawer } from './VersionsDrawer.tsx'

const buildColumns = (t: Translate): CrudColumn<Script>[] => [
  {
    key: 'scriptName',
    title: t('script.name'),
    render: (_, { scriptName, isShared, source }) => (
      <>
        {scriptName} {isShared && <Tag color="processing">{t('script.library')}</Tag>}
        {source && <SourceTag source={source} />}
      </>
    ),
  },
  { key: 'platformName', title: t('script.platform') },
  {
    key: 'version',
    title: t('script.version'),
    width: 190,
    render: (_, { version, newerImports, goneImports }) => (
      <>
        {version}{' '}
        {goneImports > 0 ? (
          <Tag color="error">{t('script.importsGone')}</Tag>
        ) : (
          newerImports > 0 && <Tag color="warning">{t('script.importsNewer')}</Tag>
        )}
      </>
    ),
  },
  {
    key: 'fileMd5',
    title: t('script.md5'),
    render: (_, { fileMd5 }) => <CopyText text={fileMd5}>{fileMd5.slice(0, 8)}</CopyText>,
  },
  { key: 'size', title: t('script.size'), width: 100, render: (_, { size }) => byteText(size) },
  {
    key: 'url',
    title: t('script.address'),
    ellipsis: true,
    hiddenAtFirst: true,
    render: (_, { url, originalName }) => url || originalName,
  },
  {
    key: 'users',
    title: t('script.users'),
    ellipsis: true,
    render: (_, { users }) => listText(users.map(({ userName }) => userName)) || '–',
  },
  { key: 'userName', title: t('script.owner') },
  timeColumn('gmtModified', t('script.modified')),
]

function useFilters() {
  const t = useText()
  return [
    { name: 'scriptName', label: t('script.name') },
    choiceFilter(t, 'isShared', t('script.library'), [
      ['1', t('script.inLibrary')],
      ['0', t('script.notInLibrary')],
    ]),
    ownerFilter(t('script.owner')),
  ]
}

type Open =
  | { what: 'form'; script: Script | undefined }
  | { what: 'versions' | 'imports' | 'bench'; script: Script }

function OpenParts({ open, onSaved, onClose }: { open: Open; onSaved: () => unknown; onClose: () => void }) {
  if (open.what === 'form') return <ScriptDrawer script={open.script} onSaved={onSaved} onClose={onClose} />
  if (open.what === 'bench') return <ScriptEditor script={open.script} onSaved={onSaved} onClose={onClose} />
  if (open.what === 'imports')
    return <ImportsDrawer script={open.script} onChanged={onSaved} onClose={onClose} />
  return <VersionsDrawer script={open.script} onChanged={onSaved} onClose={onClose} />
}

/** Scripts that phones run (spec §3, script). */
export function ScriptsPage() {
  const t = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const mayAdd = useMay(scripts.add.permission)
  const mayEdit = useMay(scripts.edit.permission)
  const mayShare = useMay(scripts.share.permission)
  const maySee = useMay(scripts.text.permission)
  const filters = useFilters()
  const refresh = () => client.invalidateQueries({ queryKey: [scripts.list.path] })
  const share = async ({ id, isShared }: Script) => {
    await shown(call(scripts.share, { body: { ids: [id], isShared: !isShared } }))
    showSuccess(t('table.saved'))
    await refresh()
  }
  const addButton = mayAdd && (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      onClick={() => setOpen({ what: 'form', script: undefined })}
    >
      {t('script.add')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={{ list: scripts.list, remove: scripts.remove, export: scripts.export }}
        title={t('script.title')}
        columns={buildColumns(t)}
        nameOf={(script) => script.scriptName}
        filters={filters}
        primary={addButton}
        rowActions={(script, { remove }) =>
          script.isMine
            ? [
                mayEdit && {
                  key: 'edit',
                  label: t('table.edit'),
                  run: () => setOpen({ what: 'form', script }),
                },
                maySee && {
                  key: 'bench',
                  label: t('script.bench'),
                  run: () => setOpen({ what: 'bench', script }),
                },
                {
                  key: 'versions',
                  label: t('script.versions'),
                  run: () => setOpen({ what: 'versions', script }),
                },
                script.imports > 0 && {
                  key: 'imports',
                  label: t('script.imports'),
                  run: () => setOpen({ what: 'imports', script }),
                },
                mayShare && {
                  key: 'share',
                  label: t(script.isShared ? 'script.unshare' : 'script.share'),
                  run: () => void share(script).catch(() => undefined),
                },
                remove,
              ]
            : []
        }
        emptyText={t('script.empty')}
        emptyAction={addButton}
      />
      {maySee && <LinkedScript onSaved={refresh} />}
      {open && <OpenParts open={open} onSaved={refresh} onClose={() => setOpen(undefined)} />}
    </>
  )
}
