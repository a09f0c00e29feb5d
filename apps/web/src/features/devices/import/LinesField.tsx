import { deviceLineLimit } from '@fleetdeck/contract/device-batches'
import { Form, Input } from 'antd'
import { showFailure } from '../../../api/feedback.ts'
import { FileDrop } from '../../../components/upload/FileDrop.tsx'
import { useText } from '../../../ground/language.ts'
import styles from './import.module.css'

const types = ['txt']
/** MB; ten thousand lines take a third of it. */
const limit = 0.5

/** Numbers that are typed, pasted or read from a file; all can be edited before they are sent. */
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
  return (
    <>
      <div className={styles.drop}>
        <FileDrop types={types} limit={limit} onFile={(file) => void read(file)} />
      </div>
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
