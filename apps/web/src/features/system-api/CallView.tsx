import { Card, Space, Table, type TableColumnsType, Tag } from 'antd'
import { CopyText } from '../../components/CopyText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import {
  type ApiCall,
  answerSchema,
  bodySchema,
  type FieldRow,
  fieldRows,
  parameterRows,
  type Schemas,
} from './api-document.ts'
import { MethodTag } from './MethodTag.tsx'
import styles from './system-api.module.css'
import { type CallDrafts, TryOut } from './TryOut.tsx'

const buildColumns = (t: Translate): TableColumnsType<FieldRow> => [
  { key: 'name', title: t('systemApi.field'), render: (_, { name }) => <code>{name}</code> },
  {
    key: 'type',
    title: t('systemApi.type'),
    render: (_, { type }) => <code className={styles.type}>{type}</code>,
  },
  {
    key: 'required',
    title: t('systemApi.required'),
    width: 80,
    render: (_, row) => (row.required ? '✓' : ''),
  },
  { key: 'description', title: t('systemApi.meaning'), dataIndex: 'description' },
  { key: 'limits', title: t('systemApi.limits'), dataIndex: 'limits' },
]

function Fields({ title, rows }: { title: string; rows: FieldRow[] }) {
  const t = useText()
  if (rows.length === 0) return null
  return (
    <Card size="small" title={title}>
      <Table
        rowKey="key"
        size="small"
        pagination={false}
        columns={buildColumns(t)}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
      />
    </Card>
  )
}

function Guard({ apiCall }: { apiCall: ApiCall }) {
  const t = useText()
  const permission = apiCall['x-permission']
  if (permission === 'public') return <Tag>{t('systemApi.public')}</Tag>
  return (
    <Space wrap size={4}>
      <Tag>
        {permission === 'signed-in' ? t('systemApi.signedIn') : `${t('systemApi.guard')} ${permission}`}
      </Tag>
      <Tag>{t(apiCall['x-by-token'] ? 'systemApi.byToken' : 'systemApi.notByToken')}</Tag>
      {apiCall['x-proof'] && <Tag>{t('systemApi.proof')}</Tag>}
    </Space>
  )
}

interface ViewProps {
  apiCall: ApiCall
  schemas: Schemas
  drafts: CallDrafts
}

/** One call: permission, parameters, response, and a form to try it. */
export function CallView({ apiCall, schemas, drafts }: ViewProps) {
  const t = useText()
  const { method, path, summary, operationId } = apiCall
  return (
    <div className={styles.view}>
      <div>
        {summary && <h2 className={styles.summary}>{summary}</h2>}
        <Space wrap>
          <MethodTag method={method} />
          <CopyText text={path} />
          <CopyText text={operationId} />
        </Space>
      </div>
      <Guard apiCall={apiCall} />
      <Fields title={t('systemApi.query')} rows={parameterRows(apiCall)} />
      <Fields title={t('systemApi.body')} rows={fieldRows(bodySchema(apiCall), schemas)} />
      <Fields title={t('systemApi.answer')} rows={fieldRows(answerSchema(apiCall), schemas)} />
      <TryOut apiCall={apiCall} schemas={schemas} drafts={drafts} />
    </div>
  )
}
