import { DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { systemApi } from '@fleetdeck/contract/system-api'
import { useQuery } from '@tanstack/react-query'
import { Button, Collapse, Empty, Input, Skeleton, Space } from 'antd'
import { type CSSProperties, useDeferredValue, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { saveBlob } from '../../api/download.ts'
import { inBackground } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useLanguage, useText } from '../../ground/language.ts'
import { useStickyOffset } from '../../ground/theme/sticky-offset.ts'
import { type ApiCall, type ApiDocument, type CallGroup, groupCalls } from './api-document.ts'
import { CallView } from './CallView.tsx'
import { MethodTag } from './MethodTag.tsx'
import styles from './system-api.module.css'
import type { CallDrafts } from './TryOut.tsx'

interface ListProps {
  groups: CallGroup[]
  isSearch: boolean
  chosen: string | undefined
  onChoose: (call: ApiCall) => void
}

function CallList({ groups, isSearch, chosen, onChoose }: ListProps) {
  const t = useText()
  if (groups.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('systemApi.nothing')} />
  return (
    <Collapse
      key={isSearch ? groups.map(({ title }) => title).join() : 'all'}
      ghost
      size="small"
      defaultActiveKey={isSearch ? groups.map(({ title }) => title) : []}
      items={groups.map(({ title, calls }) => ({
        key: title,
        label: title,
        extra: <span className={styles.count}>{calls.length}</span>,
        children: (
          <ul className={styles.calls}>
            {calls.map((each) => (
              <li key={each.id}>
                <button type="button" aria-current={each.id === chosen} onClick={() => onChoose(each)}>
                  <MethodTag method={each.method} />
                  <span>
                    <code>{each.path}</code>
                    {each.summary && <small>{each.summary}</small>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        ),
      }))}
    />
  )
}

const saveDocument = (document: unknown, name: string) =>
  saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), name)

/** All calls of the server, generated from its contracts, searchable and executable. */
export function SystemApiPage() {
  const t = useText()
  const language = useLanguage((state) => state.language)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const [chosen, setChosen] = useState<ApiCall>()
  const [drafts] = useState<CallDrafts>(() => new Map())
  const stickyTop = { '--sticky-top': `${useStickyOffset()}px` } as CSSProperties
  const { data, error, refetch } = useQuery({
    queryKey: [systemApi.document.path, language],
    queryFn: async ({ signal }) => (await call(systemApi.document, { signal })) as ApiDocument,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  const groups = useMemo(() => (data ? groupCalls(data, wanted) : []), [data, wanted])
  const saveSockets = async () => saveDocument(await call(systemApi.sockets), 'asyncapi.json')
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className="page-title">{t('systemApi.title')}</h1>
        <Space wrap>
          <Button
            icon={<DownloadOutlined />}
            disabled={!data}
            onClick={() => saveDocument(data, 'openapi.json')}
          >
            {t('systemApi.saveDocument')}
          </Button>
          <Button icon={<DownloadOutlined />} disabled={!data} onClick={() => inBackground(saveSockets())}>
            {t('systemApi.saveSockets')}
          </Button>
        </Space>
      </div>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className={styles.columns} style={stickyTop}>
          <nav className={styles.list} aria-label={t('systemApi.title')}>
            <Input
              allowClear
              type="search"
              prefix={<SearchOutlined />}
              aria-label={t('systemApi.search')}
              placeholder={t('systemApi.search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <CallList groups={groups} isSearch={wanted !== ''} chosen={chosen?.id} onChoose={setChosen} />
          </nav>
          <main className={styles.detail}>
            {chosen ? (
              <CallView key={chosen.id} apiCall={chosen} schemas={data.components.schemas} drafts={drafts} />
            ) : (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('systemApi.choose')} />
            )}
          </main>
        </div>
      )}
    </div>
  )
}
