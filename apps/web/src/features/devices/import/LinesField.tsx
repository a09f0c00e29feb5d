import { InboxOutlined } from '@ant-design/icons'
import { deviceLineLimit } from '@fleetdeck/contract/device-batches'
import { Form, Input, Upload } from 'antd'
import { showFailure } from '../../../api/feedback.ts'
import { useText } from '../../../app/language.ts'
import { checkFile } from '../../../components/upload/check-file.ts'
import styles from './import.module.css'

const types = ['txt']
/** MB; ten thousand lines are a third of it. */
const limit = 0.5

/** Numbers as they are typed, pasted or read from a file; what was read can be corrected before it is sent. */
export function LinesField() {
  const t = useText()
  const form = Form.useFormInstance()
  const read = async (file: File) => {
    try {
      form.setFieldValue('lines', (await file.text()).replace(/^\uFEFF/, ''))
      await form.validateFields(['lines'])
    } catch (error) {
      if (error instanceof DOMException) showFailure(t('upload.failed'))
    }
  }
  const take = (file: File, all: readonly File[]) => {
    const refusal = checkFile({ file, count: all.length, types, limit })
    if (refusal) showFailure(t(refusal, { types: types.join('/'), size: limit }))
    else void read(file)
    return false
  }
  return (
    <>
      <Upload.Dragger accept=".txt" showUploadList={false} beforeUpload={take} className={styles.drop ?? ''}>
        <div className={styles.dropText}>
          <InboxOutlined className={styles.icon} aria-hidden />
          <span>{t('upload.drop', { types: types.join('/'), size: limit })}</span>
        </div>
      </Upload.Dragger>
      <Form.Item
        name="lines"
        label={t('deviceImport.lines')}
        extra={t('deviceImport.linesHint', { count: deviceLineLimit })}
        rules={[{ required: true, whitespace: true, message: t('deviceImport.linesRequired') }]}
      >
        <Input.TextArea
          className={styles.lines ?? ''}
          autoSize={{ minRows: 6, maxRows: 12 }}
          spellCheck={false}
          autoComplete="off"
          placeholder={'A0001\nA0002'}
        />
      </Form.Item>
    </>
  )
}
