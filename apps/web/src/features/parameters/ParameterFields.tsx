import { ParameterDraft, type ParameterRow, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { Form, Input, Radio, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/feedback.ts'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { ValueInput } from './ValueInput.tsx'

/** The list masks secrets; the form loads the value for users who may change it. */
function useSecretValue(row: ParameterRow | undefined): boolean {
  const form = Form.useFormInstance()
  const [isLoading, setLoading] = useState(row?.isSecret === true)
  const id = row?.isSecret ? row.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const abort = new AbortController()
    call(parameterRows.one, { query: { id }, signal: abort.signal })
      .then(({ configValue }) => {
        form.setFieldValue('configValue', configValue)
        setLoading(false)
      })
      .catch(showError)
    return () => abort.abort()
  }, [id, form])
  return isLoading
}

export function ParameterFields({ row }: { row: ParameterRow | undefined }) {
  const t = useText()
  const isLoading = useSecretValue(row)
  const isFixed = row?.isRegistered === true
  const defaultText = row?.defaultValue === '' ? t('parameter.emptyValue') : (row?.defaultValue ?? '')
  const hints = [
    row?.hint,
    isFixed && !row.isSecret && t('parameter.defaultIs', { value: defaultText }),
    row?.isSecret && t('parameter.secretHint'),
  ]
  return (
    <>
      <TextField
        draft={ParameterDraft}
        name="configName"
        label={t('parameter.name')}
        hidden={isFixed}
        autoFocus={!isFixed}
      />
      {isFixed && (
        <Form.Item label={t('parameter.name')}>
          <Input value={row.shownName} disabled />
        </Form.Item>
      )}
      <TextField
        draft={ParameterDraft}
        name="configKey"
        label={t('parameter.key')}
        hint={!isFixed && t('parameter.keyHint')}
        disabled={row?.configType === 1}
        spellCheck={false}
      />
      <Spin spinning={isLoading}>
        <Form.Item name="configValue" label={t('parameter.value')} extra={hints.filter(Boolean).join(' · ')}>
          <ValueInput name={row?.configKey} autoFocus={row?.isRegistered === true} />
        </Form.Item>
      </Spin>
      <Form.Item name="configType" label={t('parameter.isBuiltIn')} hidden={isFixed}>
        <Radio.Group
          options={[
            { value: 1, label: t('parameter.yes') },
            { value: 0, label: t('parameter.no') },
          ]}
        />
      </Form.Item>
      <TextAreaField draft={ParameterDraft} name="remark" label={t('parameter.remark')} />
    </>
  )
}
