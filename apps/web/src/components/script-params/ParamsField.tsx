import { DeleteOutlined, DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { paramTypes, type ScriptParam, ScriptParams } from '@fleetdeck/contract/script-params'
import { Button, Flex, Form, Input, Select, Upload } from 'antd'
import { saveBlob } from '../../api/download.ts'
import { inBackground, showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { ParamValueField } from './ParamValueField.tsx'
import styles from './params.module.css'

/** The list's name in the form. */
const name = 'params'
const newParam: ScriptParam = { key: '', label: '', type: 1, options: [], value: '' }

function ParamRow({ index, remove }: { index: number; remove: () => void }) {
  const t = useText()
  const form = Form.useFormInstance()
  const type: unknown = Form.useWatch([name, index, 'type'], form)
  const options: unknown = Form.useWatch([name, index, 'options'], form)
  const kinds = [
    { value: paramTypes.text, label: t('param.text') },
    { value: paramTypes.choice, label: t('param.choice') },
    { value: paramTypes.choices, label: t('param.choices') },
  ]
  const clearValue = (kind: number) =>
    form.setFieldValue([name, index, 'value'], kind === paramTypes.choices ? [] : '')
  return (
    <li className={styles.row}>
      <Form.Item
        className={styles.cell ?? ''}
        name={[index, 'key']}
        label={t('param.key')}
        rules={[
          { required: true, whitespace: true, message: t('param.keyRequired') },
          { max: 64, message: t('param.keyLength') },
        ]}
      >
        <Input maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item className={styles.cell ?? ''} name={[index, 'label']} label={t('param.label')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item className={styles.kind ?? ''} name={[index, 'type']} label={t('param.kind')}>
        <Select options={kinds} onChange={clearValue} />
      </Form.Item>
      {type !== paramTypes.text && (
        <Form.Item
          className={styles.cell ?? ''}
          name={[index, 'options']}
          label={t('param.options')}
          rules={[{ required: true, type: 'array', min: 1, message: t('param.optionsRequired') }]}
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，']} />
        </Form.Item>
      )}
      <Form.Item className={styles.cell ?? ''} name={[index, 'value']} label={t('param.value')}>
        <ParamValueField type={Number(type)} options={Array.isArray(options) ? (options as string[]) : []} />
      </Form.Item>
      <Button
        className={styles.remove ?? ''}
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('param.remove')}
        onClick={remove}
      />
    </li>
  )
}

/** A file of parameters, in the export's format; refused as a whole if anything in it is invalid. */
async function readParams(file: File): Promise<ScriptParam[] | undefined> {
  try {
    const read = ScriptParams.safeParse(JSON.parse(await file.text()))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** The parameters of a script or task: name, kind, options and value of each. */
export function ParamsField() {
  const t = useText()
  const form = Form.useFormInstance()
  const take = async (file: File) => {
    const params = await readParams(file)
    if (params) form.setFieldValue(name, params)
    else showFailure(t('param.notAFile'))
  }
  const save = () => {
    const params = JSON.stringify(form.getFieldValue(name) ?? [], null, 2)
    saveBlob(new Blob([params], { type: 'application/json' }), 'params.json')
  }
  return (
    <Form.List name={name}>
      {(fields, { add, remove }) => (
        <fieldset className={styles.params}>
          <legend>{t('param.title')}</legend>
          <ol className={styles.rows}>
            {fields.map((field, index) => (
              <ParamRow key={field.key} index={index} remove={() => remove(index)} />
            ))}
          </ol>
          <Flex gap={8} wrap>
            <Button icon={<PlusOutlined />} onClick={() => add(newParam)} disabled={fields.length >= 200}>
              {t('param.add')}
            </Button>
            <Upload
              accept=".json"
              showUploadList={false}
              beforeUpload={(file) => {
                inBackground(take(file))
                return false
              }}
            >
              <Button icon={<UploadOutlined />}>{t('param.import')}</Button>
            </Upload>
            <Button icon={<DownloadOutlined />} onClick={save} disabled={fields.length === 0}>
              {t('param.export')}
            </Button>
          </Flex>
        </fieldset>
      )}
    </Form.List>
  )
}
