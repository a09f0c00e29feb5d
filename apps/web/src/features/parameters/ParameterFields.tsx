import { ParameterDraft, type ParameterRow, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { Form, Input, Radio } from 'antd'
import { call } from '../../api/call.ts'
import { SecretInput } from '../../components/SecretInput.tsx'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { hintLine } from './hint-line.ts'
import { ValueInput, valueText } from './ValueInput.tsx'

export function ParameterFields({ row }: { row: ParameterRow | undefined }) {
  const t = useText()
  const isFixed = row?.isRegistered === true
  const defaultText =
    row?.defaultValue === ''
      ? t('parameter.emptyValue')
      : valueText(t, row?.defaultValue ?? '', row?.configKey)
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
      <Form.Item name="configValue" label={t('parameter.value')} extra={hintLine(hints)}>
        {row?.isSecret ? (
          <SecretInput
            read={async () => (await call(parameterRows.secret, { query: { id: row.id } })).value}
          />
        ) : (
          <ValueInput name={row?.configKey} autoFocus={row?.isRegistered === true} />
        )}
      </Form.Item>
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
