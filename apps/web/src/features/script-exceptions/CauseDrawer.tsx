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
import { useText } from '../../ground/language.ts'
import styles from './script-exceptions.module.css'

/** The errors of one cause, each with its stack. */
export function CauseDrawer({ cause, onClose }: { cause: ScriptCause; onClose: () => void }) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [scriptExceptions.list.path, 'exceptions', cause.id, pageNum],
    queryFn: ({ signal }) =>
      call(scriptExceptions.exceptions, {
        query: { causeId: cause.id, pageNum, pageSize: pickerPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const columns = [
    { key: 'deviceNo', title: t('scriptException.device'), dataIndex: 'deviceNo' },
    { key: 'scriptVersion', title: t('scriptException.version'), dataIndex: 'scriptVersion' },
    { key: 'apkVersion', title: t('scriptException.apkVersion'), dataIndex: 'apkVersion' },
    {
      key: 'createdAt',
      title: t('scriptException.at'),
      render: (_: unknown, { createdAt }: ScriptException) => <TimeText value={createdAt} />,
    },
  ]
  return (
    <Drawer open size={860} title={cause.scriptName} onClose={onClose}>
      <p className={styles.message}>{cause.message}</p>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && !error && (
        <Table
          size="small"
          rowKey="id"
          dataSource={data.list}
          columns={columns}
          scroll={{ x: 560 }}
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
