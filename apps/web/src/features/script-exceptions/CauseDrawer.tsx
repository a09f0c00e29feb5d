import { CameraOutlined } from '@ant-design/icons'
import {
  type ScriptCause,
  type ScriptException,
  scriptExceptions,
} from '@fleetdeck/contract/script-exceptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { pickerPageSize } from '../../ground/constants.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { CauseShares, type ExceptionFilter } from './CauseShares.tsx'
import styles from './script-exceptions.module.css'

interface CauseDrawerProps {
  cause: ScriptCause
  onOpen: (exception: ScriptException) => void
  onClose: () => void
}

const buildColumns = (t: Translate, open: (exception: ScriptException) => void) => [
  {
    key: 'createdAt',
    title: t('scriptException.at'),
    render: (_: unknown, exception: ScriptException) => (
      <button type="button" className={styles.name} onClick={() => open(exception)}>
        <TimeText value={exception.createdAt} />
      </button>
    ),
  },
  { key: 'deviceNo', title: t('scriptException.device'), dataIndex: 'deviceNo' },
  { key: 'scriptVersion', title: t('scriptException.version'), dataIndex: 'scriptVersion' },
  {
    key: 'osVersion',
    title: t('scriptException.osVersion'),
    render: (_: unknown, { osVersion }: ScriptException) => osVersion || '–',
  },
  { key: 'apkVersion', title: t('scriptException.apkVersion'), dataIndex: 'apkVersion' },
  {
    key: 'evidence',
    title: t('scriptException.evidence'),
    render: (_: unknown, { evidence }: ScriptException) => {
      const text = t(`scriptException.evidence.${evidence}`)
      if (evidence === 'stored') return <CameraOutlined title={text} aria-label={text} />
      return <span title={text}>–</span>
    },
  },
]

/** The errors of one cause, and what they have in common. */
export function CauseDrawer({ cause, onOpen, onClose }: CauseDrawerProps) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const [filter, setFilter] = useState<ExceptionFilter>({})
  const { data, error, refetch } = useQuery({
    queryKey: [scriptExceptions.list.path, 'exceptions', cause.id, filter, pageNum],
    queryFn: ({ signal }) =>
      call(scriptExceptions.exceptions, {
        query: { causeId: cause.id, ...filter, pageNum, pageSize: pickerPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  return (
    <Drawer open size={860} title={cause.scriptName} onClose={onClose}>
      <p className={styles.message}>{cause.message}</p>
      <CauseShares
        causeId={cause.id}
        filter={filter}
        onFilter={(next) => {
          setFilter(next)
          setPageNum(1)
        }}
      />
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && !error && (
        <Table
          size="small"
          rowKey="id"
          dataSource={data.list}
          columns={buildColumns(t, onOpen)}
          scroll={{ x: 640 }}
          expandable={{
            expandedRowRender: ({ exception }) => <pre className={styles.stack}>{exception}</pre>,
            ...(data.list[0] && { defaultExpandedRowKeys: [data.list[0].id] }),
          }}
          pagination={{
            current: pageNum,
            pageSize: pickerPageSize,
            total: data.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPageNum,
          }}
        />
      )}
    </Drawer>
  )
}
