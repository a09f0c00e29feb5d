import { type GenDesign, genTemplates } from '@fleetdeck/contract/code-generator'
import { Form, Input, Select, Switch } from 'antd'
import { menuLabel, useText } from '../../ground/language.ts'
import styles from './code-generator.module.css'

const option = (name: string) => ['options', name]

/** Options of a single template. */
function TemplateFields({ design }: { design: GenDesign }) {
  const t = useText()
  const template = Form.useWatch(option('template'))
  const childTable = Form.useWatch(option('childTable'))
  const own = design.rows.map(({ columnName }) => ({ value: columnName, label: columnName }))
  const others = design.others
    .filter(({ isImported }) => isImported)
    .map(({ tableName, tableComment }) => ({ value: tableName, label: `${tableName} ${tableComment}` }))
  const childColumns = design.others.find(({ tableName }) => tableName === childTable)?.columns ?? []
  if (template === 'tree')
    return (
      <>
        <Form.Item name={option('treeParent')} label={t('gen.treeParent')} rules={[{ required: true }]}>
          <Select options={own} />
        </Form.Item>
        <Form.Item name={option('treeName')} label={t('gen.treeName')} rules={[{ required: true }]}>
          <Select options={own} />
        </Form.Item>
      </>
    )
  if (template !== 'masterDetail') return null
  return (
    <>
      <Form.Item
        name={option('childTable')}
        label={t('gen.childTable')}
        extra={t('gen.childHint')}
        rules={[{ required: true }]}
      >
        <Select showSearch options={others} />
      </Form.Item>
      <Form.Item name={option('childKey')} label={t('gen.childKey')} rules={[{ required: true }]}>
        <Select options={childColumns.map((value) => ({ value, label: value }))} />
      </Form.Item>
    </>
  )
}

function NameFields() {
  const t = useText()
  const module = Form.useWatch(option('moduleName'))
  const business = Form.useWatch(option('businessName'))
  const camel = (message: string) => [{ required: true, pattern: /^[a-z][a-zA-Z0-9]*$/, message }]
  return (
    <>
      <Form.Item
        name={option('packageName')}
        label={t('gen.packageName')}
        extra={t('gen.packageHint')}
        rules={[{ required: true, pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, message: t('gen.packageWrong') }]}
      >
        <Input maxLength={30} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={option('moduleName')}
        label={t('gen.moduleName')}
        extra={t('gen.pathHint', { path: `${module ?? ''}/${business ?? ''}` })}
        rules={camel(t('gen.moduleWrong'))}
      >
        <Input maxLength={20} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={option('businessName')}
        label={t('gen.businessName')}
        rules={camel(t('gen.businessWrong'))}
      >
        <Input maxLength={30} spellCheck={false} />
      </Form.Item>
    </>
  )
}

/** Template and names of the generated code. */
export function OptionFields({ design }: { design: GenDesign }) {
  const t = useText()
  const parents = design.parents.map(({ key, path, title }) => ({
    value: key,
    label: menuLabel(path, title),
  }))
  return (
    <div className={styles.fields}>
      <Form.Item name={option('template')} label={t('gen.template')}>
        <Select options={genTemplates.map((value) => ({ value, label: t(`gen.template.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name={option('functionName')}
        label={t('gen.functionName')}
        extra={t('gen.functionHint')}
        rules={[{ required: true, whitespace: true, message: t('gen.functionRequired') }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <TemplateFields design={design} />
      <NameFields />
      <Form.Item name={option('parentMenu')} label={t('gen.parentMenu')} rules={[{ required: true }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={parents} />
      </Form.Item>
      <Form.Item name={option('formColumns')} label={t('gen.formColumns')}>
        <Select options={[1, 2, 3].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item
        name={option('hasDetail')}
        label={t('gen.hasDetail')}
        extra={t('gen.hasDetailHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item label={t('gen.frontType')}>React + antd</Form.Item>
      <Form.Item label={t('gen.output')}>{t('gen.outputZip')}</Form.Item>
    </div>
  )
}
