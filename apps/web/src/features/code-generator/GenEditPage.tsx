import {
  codeGenerator,
  type GenColumn,
  type GenDesign,
  type GenDraft,
} from '@fleetdeck/contract/code-generator'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import styles from '../../crud/crud.module.css'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { ColumnsTable } from './ColumnsTable.tsx'
import own from './code-generator.module.css'
import { OptionFields } from './OptionFields.tsx'

const listPath = '/tool/gen'
type BasicValues = Omit<GenDraft, 'id' | 'columns'>

function BasicFields({ tableName }: { tableName: string }) {
  const t = useText()
  return (
    <div className={own.fields}>
      <Form.Item label={t('gen.tableName')}>
        <code>{tableName}</code>
      </Form.Item>
      <Form.Item
        name="tableComment"
        label={t('gen.tableComment')}
        rules={[{ required: true, whitespace: true, message: t('gen.commentRequired') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="className"
        label={t('gen.className')}
        rules={[{ required: true, pattern: /^([A-Z][a-z0-9]+)+$/, message: t('gen.classWrong') }]}
      >
        <Input maxLength={30} spellCheck={false} />
      </Form.Item>
      <Form.Item name="author" label={t('gen.author')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="remark" label={t('gen.remark')} className={own.wide ?? ''}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </div>
  )
}

const pickSettings = ({
  columnType: _type,
  languageType: _language,
  isKey: _key,
  isNullable: _nullable,
  ...settings
}: GenColumn) => settings

/** The tab with the invalid field. */
const tabWithField = (name: unknown) => (name === 'options' ? 'options' : 'basic')

function DesignForm({ design }: { design: GenDesign }) {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<BasicValues>()
  const [columns, setColumns] = useState(design.rows)
  const [tab, setTab] = useState('columns')
  const maySave = useMayCall(codeGenerator.edit)
  const { id, tableName } = design.info
  const saving = useMutation({
    mutationFn: (values: BasicValues) =>
      call(codeGenerator.edit, { body: { ...values, id, columns: columns.map(pickSettings) } }),
    onSuccess: async () => {
      draft.drop()
      await Promise.all(
        [codeGenerator.list, codeGenerator.design].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      )
      showSuccess(t('table.saved'))
      inBackground(navigate(listPath))
    },
    meta: { silent: true },
  })
  const draft = useDraft<{ fields: BasicValues; columns: GenColumn[] }>({
    place: `gen/${id}`,
    stored: design,
    read: () => ({ fields: form.getFieldsValue(true), columns }),
    restore: (typed) => {
      form.setFieldsValue(typed.fields as Parameters<typeof form.setFieldsValue>[0])
      setColumns(typed.columns)
    },
  })
  /** Settings without a visible field keep their values. */
  const submit = (values: BasicValues) =>
    saving.mutate({ ...values, options: { ...design.info.options, ...values.options } })
  const items = [
    {
      key: 'basic',
      label: t('gen.tabBasic'),
      forceRender: true,
      children: <BasicFields tableName={tableName} />,
    },
    {
      key: 'columns',
      label: t('gen.tabColumns'),
      children: (
        <ColumnsTable
          columns={columns}
          others={design.others}
          onChange={(next) => {
            setColumns(next)
            draft.keep()
          }}
        />
      ),
    },
    {
      key: 'options',
      label: t('gen.tabOptions'),
      forceRender: true,
      children: <OptionFields design={design} />,
    },
  ]
  return (
    <Form<BasicValues>
      form={form}
      layout="vertical"
      initialValues={design.info}
      onFinish={submit}
      onValuesChange={draft.keep}
      onFinishFailed={({ errorFields }) => setTab(tabWithField(errorFields[0]?.name[0]))}
    >
      {draft.bar}
      {saving.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('table.notSaved')}
          description={saving.error.message}
          style={{ marginBottom: 12 }}
        />
      )}
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={items}
        tabBarExtraContent={
          maySave && (
            <Button type="primary" htmlType="submit" loading={saving.isPending}>
              {t('table.save')}
            </Button>
          )
        }
      />
    </Form>
  )
}

/** The settings for the generated code of one table. */
export function GenEditPage() {
  const t = useText()
  const [search] = useSearchParams()
  const tableId = Number(search.get('tableId'))
  const { data, error, refetch } = useQuery({
    queryKey: [codeGenerator.design.path, tableId],
    queryFn: ({ signal }) => call(codeGenerator.design, { query: { tableId }, signal }),
    enabled: tableId > 0,
    meta: { silent: true },
  })
  const title = data ? t('gen.editTitle', { name: data.info.tableName }) : t('gen.title')
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.title}>
        <h1>{title}</h1>
        <div className={styles.primary}>
          <Link to={listPath}>{t('gen.back')}</Link>
        </div>
      </header>
      {!(tableId > 0) && <EmptyState text={t('gen.noTable')} />}
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {tableId > 0 && !data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <DesignForm key={`${tableId} ${data.info.gmtModified}`} design={data} />}
    </section>
  )
}
