import type { FormDocument, FormPart } from '@fleetdeck/contract/forms'
import { Alert, Button, Col, Form, Modal, Row, Space } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../app/language.ts'
import { CodeBlock } from '../../components/code/CallExamples.tsx'
import { type BuiltForm, documentOf, fieldsIn } from './model/form-items.ts'
import { FieldInput } from './WidgetInput.tsx'

function Parts({ parts, document }: { parts: readonly FormPart[]; document: FormDocument }) {
  return (
    <Row gutter={document.ui.settings.gutter}>
      {parts.map((part, index) => (
        // Nothing moves while the preview is open.
        <Col key={index} xs={24} md={part.span}>
          {part.kind === 'row' && <Parts parts={part.children} document={document} />}
          {part.kind === 'field' && <FieldInput part={part} document={document} />}
          {part.kind === 'button' && (
            <Button type={part.look} htmlType={part.action} style={{ marginBottom: 24 }}>
              {part.text}
            </Button>
          )}
        </Col>
      ))}
    </Row>
  )
}

/** How labels stand, for antd's Form. */
export function labelProps({ labelPosition, labelWidth, size, disabled }: FormDocument['ui']['settings']) {
  const beside = labelPosition !== 'top'
  return {
    size,
    disabled,
    layout: beside ? ('horizontal' as const) : ('vertical' as const),
    ...(beside && { labelAlign: labelPosition, labelCol: { flex: `${labelWidth}px` } }),
  }
}

/** The form as its users will see it; what it gives is shown when it is sent. */
export function FormPreview({ form, onClose }: { form: BuiltForm; onClose: () => void }) {
  const t = useText()
  const [values, setValues] = useState<object>()
  // The canvas behind shows fields of the same names.
  const formId = useId()
  const document = documentOf(form)
  const { settings, layout } = document.ui
  const initialValues = Object.fromEntries(
    fieldsIn(form.items).flatMap((item) => (item.default === undefined ? [] : [[item.field, item.default]])),
  )
  return (
    <Modal open width={760} title={form.title || t('form.preview')} footer={null} onCancel={onClose}>
      <Form
        name={formId}
        {...labelProps(settings)}
        initialValues={initialValues}
        onFinish={setValues}
        onReset={() => setValues(undefined)}
      >
        <Parts parts={layout} document={document} />
        {settings.buttons && (
          <Space>
            <Button type="primary" htmlType="submit">
              {t('form.submit')}
            </Button>
            <Button htmlType="reset">{t('form.reset')}</Button>
          </Space>
        )}
      </Form>
      {values && (
        <>
          <Alert type="success" showIcon title={t('form.valid')} style={{ margin: '12px 0' }} />
          <CodeBlock text={JSON.stringify(values, null, 2)} />
        </>
      )}
    </Modal>
  )
}
