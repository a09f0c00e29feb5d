import { readText } from '@fleetdeck/contract/detect-encoding'
import { Form, Input } from 'antd'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { FileDrop } from './FileDrop.tsx'
import styles from './upload.module.css'

const types = ['txt']

interface LinesFieldProps {
  name: string
  label: string
  hint: string
  /** The text of a refusal when there is no line. */
  required: string
  /** Of a file, in MB. */
  limit: number
}

/** Numbers that are typed, pasted or read from a file; all can be edited before they are sent. */
export function LinesField({ name, label, hint, required, limit }: LinesFieldProps) {
  const t = useText()
  const form = Form.useFormInstance()
  const read = async (file: File) => {
    try {
      form.setFieldValue(name, readText(new Uint8Array(await file.arrayBuffer())).text)
      await form.validateFields([name])
    } catch (error) {
      if (error instanceof DOMException) showFailure(t('upload.failed'))
    }
  }
  return (
    <>
      <div className={styles.linesDrop}>
        <FileDrop types={types} limit={limit} onFile={(file) => void read(file)} />
      </div>
      <Form.Item
        name={name}
        label={label}
        extra={hint}
        rules={[{ required: true, whitespace: true, message: required }]}
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
