import type { DataOf } from '@fleetdeck/contract/endpoint'
import { ScriptPullId, type ScriptSourceId } from '@fleetdeck/contract/ids'
import {
  type ScriptSource,
  ScriptSourceDraft,
  SourceState,
  scriptSources,
} from '@fleetdeck/contract/script-sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { CommitText } from '../../components/script-file/CommitText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { PullDrawer } from './PullDrawer.tsx'
import { RepositoryFields } from './RepositoryFields.tsx'
import { ResultsDrawer } from './ResultsDrawer.tsx'
import { SourceStateBadge } from './SourceStateBadge.tsx'
import styles from './script-sources.module.css'
import { useReadings } from './use-readings.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

const { list, add, edit, remove } = scriptSources
const contract = { list, add, edit, remove }

const buildColumns = (t: Translate, open: (id: ScriptSourceId) => void): CrudColumn<ScriptSource>[] => [
  {
    key: 'sourceName',
    title: t('scriptSource.name'),
    render: (_, { id, sourceName }) => (
      <button type="button" className={styles.name} onClick={() => open(id)}>
        {sourceName}
      </button>
    ),
  },
  {
    key: 'address',
    title: t('scriptSource.address'),
    render: (_, { address, branch, folder }) => (
      <>
        <span className={styles.address} title={address}>
          {address}
        </span>
        <span className={styles.faded}>{[branch, folder].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  {
    key: 'state',
    title: t('scriptSource.state'),
    render: (_, source) => <SourceStateBadge source={source} showsCause />,
  },
  {
    key: 'commit',
    title: t('scriptSource.commit'),
    render: (_, { commit }) => (commit ? <CommitText commit={commit} isShort /> : '–'),
  },
  { key: 'scripts', title: t('scriptSource.scripts'), align: 'right' },
  timeColumn('readAt', t('scriptSource.readAt')),
  timeColumn('nextAt', t('scriptSource.nextAt'), { hiddenAtFirst: true }),
  { key: 'platformName', title: t('scriptSource.platform'), hiddenAtFirst: true },
  { key: 'userName', title: t('scriptSource.owner') },
]

const emptyForm = {
  ...{ branch: 'main', folder: '', authKind: 'none', intervalMinutes: 15, knownHosts: '' },
  ...{ provider: 'other', apiAddress: '', testPhoneIds: [], triesForks: false, status: 0 },
}

const toForm = (source: ScriptSource | undefined) =>
  source ? { ...source, testPhoneIds: source.testPhones.map(({ id }) => id) } : emptyForm

const draftFields = Object.keys(ScriptSourceDraft.shape)
const toDraft = (values: Record<string, unknown>) =>
  Object.fromEntries(draftFields.flatMap((name) => (values[name] == null ? [] : [[name, values[name]]])))

function GitNotice() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [scriptSources.program.path],
    queryFn: ({ signal }) => call(scriptSources.program, { signal }),
    meta: { silent: true },
  })
  if (!data || data.version !== null) return null
  return (
    <Alert
      type="error"
      showIcon
      title={t('scriptSource.gitMissing')}
      description={t('scriptSource.gitMissingHint')}
    />
  )
}

/** A link of a commit status opens its pull request. */
function useOpenPull() {
  const [params] = useSearchParams()
  const linked = ScriptPullId.safeParse(Number(params.get('pull')))
  return useState(linked.data)
}

/** Git repositories that scripts are read from. */
export function ScriptSourcesPage() {
  const t = useText()
  const client = useQueryClient()
  const mayPull = useMay(scriptSources.pull.permission)
  const maySeeHook = useMay(scriptSources.webhook.permission)
  const [openId, setOpenId] = useState<ScriptSourceId>()
  const [pullId, setPullId] = useOpenPull()
  const [hook, setHook] = useState<DataOf<typeof scriptSources.webhook>>()
  useReadings()
  const refresh = () =>
    Promise.all(
      [scriptSources.list.path, scriptSources.pull.path].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
  const pull = async ({ id }: ScriptSource) => {
    await shown(call(scriptSources.pull, { body: { id } }))
    showSuccess(t('scriptSource.pulling'))
    await refresh()
  }
  const showHook = async ({ id }: ScriptSource) =>
    setHook(await shown(call(scriptSources.webhook, { query: { id } })))
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('scriptSource.title')}
        columns={buildColumns(t, setOpenId)}
        nameOf={({ sourceName }) => sourceName}
        notice={<GitNotice />}
        filters={[
          { name: 'sourceName', label: t('scriptSource.name') },
          choiceFilter(
            t,
            'state',
            t('scriptSource.state'),
            SourceState.options.map((state) => [state, t(`scriptSource.state.${state}`)]),
          ),
          ownerFilter(t('scriptSource.owner')),
        ]}
        form={{
          addTitle: t('scriptSource.add'),
          editTitle: t('scriptSource.edit'),
          width: 760,
          fields: (source) => <RepositoryFields source={source} />,
          initialValues: toForm,
          draft: toDraft,
        }}
        onChanged={refresh}
        removeQuestion={() => ({ hint: t('scriptSource.removeHint') })}
        rowActions={(source, standard) => [
          { key: 'results', label: t('scriptSource.results'), run: () => setOpenId(source.id) },
          mayPull &&
            source.status === 0 && {
              key: 'pull',
              label: t('scriptSource.pullNow'),
              run: () => pull(source).catch(() => undefined),
            },
          standard.edit,
          maySeeHook && {
            key: 'webhook',
            label: t('scriptSource.webhook'),
            run: () => showHook(source).catch(() => undefined),
          },
          standard.remove,
        ]}
        emptyText={t('scriptSource.empty')}
      />
      {openId !== undefined && (
        <ResultsDrawer
          id={openId}
          onPull={(source) => inBackground(pull(source))}
          onOpenPull={setPullId}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {pullId !== undefined && <PullDrawer id={pullId} onClose={() => setPullId(undefined)} />}
      {hook && <WebhookDialog hook={hook} onClose={() => setHook(undefined)} />}
    </>
  )
}
