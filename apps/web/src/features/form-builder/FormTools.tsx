import { type FormDocument, forms } from '@fleetdeck/contract/forms'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Space, Upload } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { saveBlob } from '../../api/download.ts'
import { ask, inBackground, showFailure, showSuccess } from '../../api/feedback.ts'
import { CodeBlock } from '../../components/code/CallExamples.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { FormPreview } from './FormPreview.tsx'
import { findFormError, openForm, readForm, redo, undo, useBuilder } from './model/builder-store.ts'
import { generateCode } from './model/form-code.ts'
import { emptyForm, toDocument } from './model/form-items.ts'
import { SavedForms } from './SavedForms.tsx'

type Open = 'preview' | 'code' | 'save' | 'saved'

function SaveDrawer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { form, savedId } = useBuilder()
  const mayAdd = useMay(forms.add.permission)
  const mayEdit = useMay(forms.edit.permission)
  const [isNew, setNew] = useState(savedId === undefined || !mayEdit)
  const save = async ({ formName }: { formName: string }) => {
    const content = toDocument({ ...form, title: form.title || formName })
    if (isNew || savedId === undefined) {
      const { id } = await call(forms.add, { body: { formName, content } })
      useBuilder.setState({ savedId: id })
    } else await call(forms.edit, { body: { id: savedId, formName, content } })
    showSuccess(t('common.saved'))
    await client.invalidateQueries({ queryKey: [forms.list.path] })
  }
  return (
    <FormDrawer
      place={`form/${savedId ?? 'new'}`}
      title={t('form.save')}
      initialValues={{ formName: form.title }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="formName"
        label={t('form.formName')}
        rules={[{ required: true, whitespace: true, message: t('form.formNameRequired') }]}
      >
        <Input autoFocus maxLength={50} />
      </Form.Item>
      {savedId !== undefined && mayAdd && mayEdit && (
        <Space>
          <Button type={isNew ? 'default' : 'primary'} onClick={() => setNew(false)}>
            {t('form.replaceSaved')}
          </Button>
          <Button type={isNew ? 'primary' : 'default'} onClick={() => setNew(true)}>
            {t('form.saveAsNew')}
          </Button>
        </Space>
      )}
    </FormDrawer>
  )
}

function CodeOfForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useBuilder((state) => state.form)
  return (
    <Modal open width={860} title={t('form.codeTitle')} footer={null} onCancel={onClose}>
      <CodeBlock
        text={generateCode(toDocument(form), { submit: t('form.submit'), reset: t('form.reset') })}
      />
    </Modal>
  )
}

/** Actions on the whole form. */
export function FormTools() {
  const t = useText()
  const mayUndo = useBuilder(({ past }) => past.length > 0)
  const mayRedo = useBuilder(({ future }) => future.length > 0)
  const mayAdd = useMay(forms.add.permission)
  const mayList = useMay(forms.list.permission)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  /** Only a valid form can be previewed, saved or exported. */
  const whenValid = (run: (document: FormDocument) => void) => {
    const document = toDocument(useBuilder.getState().form)
    const wrong = findFormError(document)
    if (wrong) showFailure(t(wrong))
    else run(document)
  }
  const save = (document: FormDocument) => {
    const json = JSON.stringify(document, null, 2)
    saveBlob(new Blob([json], { type: 'application/json' }), `${document.title || 'form'}.json`)
  }
  const load = async (file: File) => {
    if (file.size > 2_000_000) return showFailure(t('form.tooLarge'))
    const read = readForm(await file.text())
    if ('wrong' in read) return showFailure(t(read.wrong))
    openForm(read.form)
  }
  const clear = () =>
    ask({ title: t('form.clearQuestion'), okText: t('form.clear'), onOk: () => openForm(emptyForm) })
  return (
    <>
      <Space wrap>
        <Button disabled={!mayUndo} onClick={undo}>
          {t('form.undo')}
        </Button>
        <Button disabled={!mayRedo} onClick={redo}>
          {t('form.redo')}
        </Button>
        <Button onClick={() => whenValid(() => setOpen('preview'))}>{t('form.preview')}</Button>
        <Button onClick={() => whenValid(() => setOpen('code'))}>{t('form.code')}</Button>
        {mayList && <Button onClick={() => setOpen('saved')}>{t('form.saved')}</Button>}
        <Upload
          accept=".json,application/json"
          showUploadList={false}
          beforeUpload={(file) => {
            inBackground(load(file))
            return false
          }}
        >
          <Button>{t('form.import')}</Button>
        </Upload>
        <Button onClick={() => whenValid(save)}>{t('form.export')}</Button>
        <Button danger onClick={clear}>
          {t('form.clear')}
        </Button>
        {mayAdd && (
          <Button type="primary" onClick={() => whenValid(() => setOpen('save'))}>
            {t('form.save')}
          </Button>
        )}
      </Space>
      {open === 'preview' && <FormPreview onClose={close} />}
      {open === 'saved' && <SavedForms onClose={close} />}
      {open === 'save' && <SaveDrawer onClose={close} />}
      {open === 'code' && <CodeOfForm onClose={close} />}
    </>
  )
}
