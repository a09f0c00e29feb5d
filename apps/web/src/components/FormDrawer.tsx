import { Alert, Button, Drawer, Flex, Form } from 'antd'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../api/message-of.ts'
import { useText } from '../ground/language.ts'
import { ConnectionNote } from './connection/ConnectionNote.tsx'
import { useFormDraft } from './drafts/use-form-draft.tsx'
import { showRefusedField } from './refused-field.ts'
import { useTranslatedErrors } from './use-translated-errors.ts'

interface FormDrawerProps<Values extends object> {
  title: string
  /** The row that the form changes: it is named in the title. */
  name?: string | undefined
  /** The form and its row, such as `post/12`: typed values are stored for it until it is saved. Null stores nothing. */
  place: string | null
  /** Form.Items. */
  children: ReactNode
  initialValues?: object | undefined
  okText?: string | undefined
  /** The button of another way to submit. */
  otherText?: string | undefined
  /** Submitting deletes something. */
  isDanger?: boolean
  /** Above the reason of a refusal. */
  failureTitle?: string
  /** Pixels. */
  width?: number
  /** Throws when the server refuses: the form stays open and shows the reason. False: it stays open. */
  onSubmit: (values: Values, isOtherWay: boolean) => Promise<unknown>
  onClose: () => void
}

function focusFirst(formId: string) {
  const form = document.getElementById(formId)
  if (form?.contains(document.activeElement)) return
  form?.querySelector<HTMLElement>('input:enabled:not([type=hidden]), textarea:enabled')?.focus()
}

/** A short form at the right, the list stays visible. It cannot be submitted twice, nor lost by a click outside. */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  const t = useText()
  const [form] = Form.useForm<Values>()
  // Fields of several forms share names; their ids must differ.
  const formId = useId()
  const draft = useFormDraft(form, { place: props.place, formId, stored: props.initialValues })
  useTranslatedErrors(form)
  const [isSending, setSending] = useState(false)
  // Two clicks may arrive before the button is rendered busy.
  const isUnderWay = useRef(false)
  const isOtherWay = useRef(false)
  const [failure, setFailure] = useState<string>()

  const submit = async (values: Values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    setFailure(undefined)
    try {
      if ((await props.onSubmit(values, isOtherWay.current)) !== false) {
        draft.drop()
        return props.onClose()
      }
    } catch (error) {
      // The message takes room from the fields: the refused one is scrolled to where it stays visible.
      flushSync(() => setFailure(errorMessage(error)))
      showRefusedField(form, error)
    }
    setSending(false)
    isUnderWay.current = false
  }
  const submitBy = (other: boolean) => {
    isOtherWay.current = other
    form.submit()
  }
  const close = async () => {
    if (await draft.mayClose()) props.onClose()
  }

  return (
    <Drawer
      open
      // Without animation, the frame takes the focus from the auto-focused field.
      afterOpenChange={(isOpen) => isOpen && focusFirst(formId)}
      size={props.width ?? 480}
      title={props.name ? t('table.titleOf', { title: props.title, name: props.name }) : props.title}
      onClose={close}
      footer={
        <>
          {failure && (
            <Alert
              type="error"
              showIcon
              role="alert"
              title={props.failureTitle ?? t('table.notSaved')}
              description={failure}
              style={{ marginBottom: 12 }}
            />
          )}
          <Flex align="center" justify="flex-end" gap={8}>
            <ConnectionNote />
            <Button onClick={close}>{t('table.cancel')}</Button>
            {props.otherText && (
              <Button disabled={isSending} onClick={() => submitBy(true)}>
                {props.otherText}
              </Button>
            )}
            <Button
              type="primary"
              danger={props.isDanger === true}
              loading={isSending}
              onClick={() => submitBy(false)}
            >
              {props.okText ?? t('table.save')}
            </Button>
          </Flex>
        </>
      }
    >
      <Form<Values>
        form={form}
        name={formId}
        layout="vertical"
        requiredMark
        initialValues={props.initialValues ?? {}}
        onFinish={submit}
        onValuesChange={draft.keep}
        scrollToFirstError={{ focus: true }}
      >
        {draft.bar}
        <Fragment key={draft.round}>{props.children}</Fragment>
        <button
          type="submit"
          hidden
          onClick={() => {
            isOtherWay.current = false
          }}
        />
      </Form>
    </Drawer>
  )
}
