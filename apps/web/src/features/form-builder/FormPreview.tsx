import { type FormDocument, type FormPart, flattenParts } from '@fleetdeck/contract/forms'
import { Alert, Button, Col, Form, Modal, Row, Space } from 'antd'
import { memo, startTransition, useEffect, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { CodeBlock } from '../../components/code/CallExamples.tsx'
import { useText } from '../../ground/language.ts'
import { useBuilder } from './model/builder-store.ts'
import { firstParts } from './model/first-parts.ts'
import { fieldsIn, toDocument } from './model/form-items.ts'
import { FieldInput } from './WidgetInput.tsx'

interface PartsProps<Part> {
  shown: Part
  document: FormDocument
}

/** Memoized: it never changes, while more parts are rendered below it. */
const Part = memo(function Part({ shown, document }: PartsProps<FormPart>) {
  if (shown.kind === 'row') return <Parts shown={shown.children} document={document} />
  if (shown.kind === 'field') return <FieldInput part={shown} document={document} />
  return (
    <Button type={shown.look} htmlType={shown.action} style={{ marginBottom: 24 }}>
      {shown.text}
    </Button>
  )
})

function Parts({ shown, document }: PartsProps<readonly FormPart[]>) {
  return (
    <Row gutter={document.ui.settings.gutter}>
      {shown.map((part, index) => (
        // Indexes are stable keys: the preview never reorders parts.
        <Col key={index} xs={24} md={part.span}>
          <Part shown={part} document={document} />
        </Col>
      ))}
    </Row>
  )
}

const renderStep = 30

/** How many parts are rendered: one window immediately, the others when idle. */
function useDrawn(all: number): [number, () => void] {
  const [drawn, setDrawn] = useState(renderStep)
  useEffect(() => {
    if (drawn < all) startTransition(() => setDrawn(drawn + renderStep))
  }, [drawn, all])
  return [drawn, () => flushSync(() => setDrawn(all))]
}

/** Props of antd's Form for the position of labels. */
export function labelProps({ labelPosition, labelWidth, size, disabled }: FormDocument['ui']['settings']) {
  const beside = labelPosition !== 'top'
  return {
    size,
    disabled,
    layout: beside ? ('horizontal' as const) : ('vertical' as const),
    ...(beside && { labelAlign: labelPosition, labelCol: { flex: `${labelWidth}px` } }),
  }
}

/** The form as users will see it; submitting shows its values. */
export function FormPreview({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useBuilder((state) => state.form)
  const [values, setValues] = useState<object>()
  // Prefixes the ids of fields, whose names may occur elsewhere on the page.
  const formId = useId()
  const document = useMemo(() => toDocument(form), [form])
  const { settings, layout } = document.ui
  const [drawn, drawAll] = useDrawn(flattenParts(layout).length)
  const initialValues = Object.fromEntries(
    fieldsIn(form.items).flatMap((item) => (item.default === undefined ? [] : [[item.field, item.default]])),
  )
  return (
    <Modal open width={760} title={form.title || t('form.preview')} footer={null} onCancel={onClose}>
      <Form
        name={formId}
        {...labelProps(settings)}
        initialValues={initialValues}
        // antd only validates rendered fields.
        onSubmitCapture={drawAll}
        onFinish={setValues}
        onReset={() => setValues(undefined)}
      >
        <Parts shown={firstParts(layout, drawn)} document={document} />
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
