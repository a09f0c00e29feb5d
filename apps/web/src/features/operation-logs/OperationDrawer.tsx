import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Alert, Card, Descriptions, Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import { DictTag } from '../../components/dictionary/DictTag.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { fullTime } from '../../components/time-text.ts'
import { seededName, useText } from '../../ground/language.ts'
import styles from './operation-logs.module.css'

/** Indented JSON; truncated JSON is shown as it is. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function JsonCard({ title, json }: { title: string; json: string }) {
  const t = useText()
  if (json === '' || json === '{}') return null
  const text = readable(json)
  return (
    <Card size="small" title={title} extra={<CopyButton text={text} label={t('table.copy')} />}>
      <pre className={styles.json}>{text}</pre>
    </Card>
  )
}

/** All details of one operation. */
export function OperationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [operationLogs.detail.path, id],
    queryFn: ({ signal }) => call(operationLogs.detail, { query: { id }, signal }),
    meta: { silent: true },
  })
  const info = data?.info
  return (
    <Drawer open size={560} title={t('log.detail')} onClose={onClose}>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!info && !error && <Skeleton active />}
      {info && (
        <div className={styles.groups}>
          {info.errorMsg && (
            <Alert type="error" showIcon title={t('log.error')} description={info.errorMsg} />
          )}
          <Card size="small" title={t('log.basic')}>
            <Descriptions
              size="small"
              column={1}
              items={[
                { key: 'id', label: t('log.id'), children: info.id },
                { key: 'title', label: t('log.title'), children: info.title },
                {
                  key: 'type',
                  label: t('log.type'),
                  children: <DictTag type="sys_oper_type" value={info.businessType} />,
                },
                {
                  key: 'status',
                  label: t('log.status'),
                  children: <DictTag type="sys_common_status" value={info.status} />,
                },
                { key: 'time', label: t('log.time'), children: fullTime(info.operTime) },
                { key: 'cost', label: t('log.cost'), children: formatNumber(info.costTime) },
              ]}
            />
          </Card>
          <Card size="small" title={t('log.operator')}>
            <Descriptions
              size="small"
              column={1}
              items={[
                { key: 'name', label: t('log.operator'), children: info.operName },
                ...(info.tokenName
                  ? [{ key: 'token', label: t('log.byToken'), children: info.tokenName }]
                  : []),
                { key: 'dept', label: t('log.dept'), children: seededName(info.deptName) || '–' },
                {
                  key: 'ip',
                  label: t('log.ip'),
                  children: [info.operIp, info.operLocation].filter(Boolean).join(' · '),
                },
              ]}
            />
          </Card>
          <Card size="small" title={t('log.request')}>
            <code className={styles.address}>
              {info.requestMethod} {info.operUrl}
            </code>
          </Card>
          <JsonCard title={t('log.params')} json={info.operParam} />
          <JsonCard title={t('log.result')} json={info.jsonResult} />
        </div>
      )}
    </Drawer>
  )
}
