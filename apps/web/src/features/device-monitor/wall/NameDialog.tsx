import { Checkbox, Form, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import { errorMessage } from '../../../api/message-of.ts'
import { useText } from '../../../ground/language.ts'

interface Naming {
  layoutName: string
  isShared: boolean
}

interface NameDialogProps {
  title: string
  label: string
  /** Of what is renamed; undefined for something new, which can be shared in the same step. */
  name?: string
  onSave: (naming: Naming) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a layout or team; refusals are shown at the name. */
export function NameDialog({ title, label, name, onSave, onClose }: NameDialogProps) {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<Naming>()
  const [isSaving, setSaving] = useState(false)
  const save = async (naming: Naming) => {
    setSaving(true)
    try {
      await onSave(naming)
      onClose()
    } catch (error) {
      form.setFields([{ name: 'layoutName', errors: [errorMessage(error)] }])
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      width={400}
      title={title}
      okText={t('common.save')}
      okButtonProps={{ htmlType: 'submit', form: id, loading: isSaving }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form
        form={form}
        id={id}
        layout="vertical"
        requiredMark={false}
        initialValues={{ layoutName: name, isShared: false }}
        onFinish={save}
      >
        <Form.Item
          name="layoutName"
          label={label}
          rules={[{ required: true, whitespace: true, message: t('wall.layoutNameRequired') }]}
        >
          <Input autoFocus maxLength={50} />
        </Form.Item>
        {name === undefined && (
          <Form.Item name="isShared" valuePropName="checked" extra={t('wall.layoutShareHint')}>
            <Checkbox>{t('wall.layoutShare')}</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
