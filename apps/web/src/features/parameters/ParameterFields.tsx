import { isParameterKey, type ParameterRow, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { parameters } from '@fleetdeck/contract/parameters'
import { Form, Input, InputNumber, Radio, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { showError } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { LogoInput } from './LogoInput.tsx'

/** How a value is entered, by what its check lets through. */
function kindOf(key: string | undefined) {
  if (key === 'sys.logo') return { kind: 'picture' } as const
  if (!key || !isParameterKey(key)) return { kind: 'text' } as const
  const { schema } = parameters[key] as { schema: z.ZodType }
  const [from, to] = schema instanceof z.ZodPipe ? [schema.in, schema.out] : [schema, schema]
  if (from instanceof z.ZodPipe || to instanceof z.ZodNumber) {
    const number = to instanceof z.ZodNumber ? to : undefined
    return { kind: 'number', min: number?.minValue ?? 0, max: number?.maxValue ?? undefined } as const
  }
  return from instanceof z.ZodEnum
    ? ({ kind: 'choice', options: from.options.map(String) } as const)
    : ({ kind: 'text' } as const)
}

function ValueInput({ row, ...rest }: { row: ParameterRow | undefined; id?: string }) {
  const t = useText()
  // Nothing else of a registered parameter can be changed.
  const field = { ...rest, autoFocus: row?.isRegistered === true }
  const input = kindOf(row?.configKey)
  if (input.kind === 'picture') return <LogoInput {...rest} />
  if (input.kind === 'number')
    return (
      <InputNumber
        {...field}
        stringMode
        min={String(input.min)}
        {...(input.max !== undefined && { max: String(input.max) })}
        precision={0}
        style={{ width: 200 }}
      />
    )
  if (input.kind === 'text')
    return <Input.TextArea {...field} maxLength={500} autoSize={{ minRows: 1, maxRows: 6 }} />
  const words: Record<string, string> = { true: t('parameter.on'), false: t('parameter.off') }
  return (
    <Radio.Group
      {...rest}
      options={input.options.map((value) => ({ value, label: words[value] ?? value }))}
    />
  )
}

/** A secret is masked in the list; whoever may change it sees it here. */
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
      <Form.Item
        name="configName"
        label={t('parameter.name')}
        rules={[{ required: true, whitespace: true, message: t('parameter.nameRequired') }]}
        hidden={isFixed}
      >
        <Input autoFocus={!isFixed} maxLength={100} />
      </Form.Item>
      {isFixed && (
        <Form.Item label={t('parameter.name')}>
          <Input value={row.shownName} disabled />
        </Form.Item>
      )}
      <Form.Item
        name="configKey"
        label={t('parameter.key')}
        {...(!isFixed && { extra: t('parameter.keyHint') })}
        rules={[
          { required: true, message: t('parameter.keyRequired') },
          { pattern: /^[A-Za-z][\w.-]*$/, message: t('parameter.keyWrong') },
        ]}
      >
        <Input maxLength={100} disabled={row?.configType === 1} spellCheck={false} />
      </Form.Item>
      <Spin spinning={isLoading}>
        <Form.Item name="configValue" label={t('parameter.value')} extra={hints.filter(Boolean).join(' · ')}>
          <ValueInput row={row} />
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
      <Form.Item name="remark" label={t('parameter.remark')}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </>
  )
}
