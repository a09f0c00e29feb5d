import { Card, Space, Table, type TableColumnsType, Tag } from 'antd'
import { CopyText } from '../../components/CopyText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import {
  type ApiCall,
  answerSchema,
  bodySchema,
  type FieldRow,
  fieldRows,
  type Operation,
  typeText,
} from './api-document.ts'
import { MethodTag } from './MethodTag.tsx'
import styles from './system-api.module.css'
import { TryOut } from './TryOut.tsx'

const buildColumns = (t: Translate): TableColumnsType<FieldRow> => [
  { key: 'name', title: t('systemApi.field'), render: (_, { name }) => <code>{name}</code> },
  { key: 'type', title: t('systemApi.type'), render: (_, { type }) => <code>{type}</code> },
  {
    key: 'required',
    title: t('systemApi.required'),
    width: 80,
    render: (_, row) => (row.required ? '✓' : ''),
  },
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

const parameterRows = ({ parameters = [] }: Operation): FieldRow[] =>
  parameters.map(({ name, required = false, schema }) => {
    const [row] = fieldRows({ properties: { [name]: schema } })
    return { key: name, name, required, type: typeText(schema), limits: row?.limits ?? '' }
  })

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

/** One call: permission, parameters, response, and a form to try it. */
export function CallView({ apiCall }: { apiCall: ApiCall }) {
  const t = useText()
  const { method, path, summary } = apiCall
  return (
    <div className={styles.view}>
      <div>
        {summary && <h2 className={styles.summary}>{summary}</h2>}
        <Space wrap>
          <MethodTag method={method} />
          <CopyText text={path} />
        </Space>
      </div>
      <Guard apiCall={apiCall} />
      <Fields title={t('systemApi.query')} rows={parameterRows(apiCall)} />
      <Fields title={t('systemApi.body')} rows={fieldRows(bodySchema(apiCall))} />
      <Fields title={t('systemApi.answer')} rows={fieldRows(answerSchema(apiCall))} />
      <TryOut apiCall={apiCall} />
    </div>
  )
}
