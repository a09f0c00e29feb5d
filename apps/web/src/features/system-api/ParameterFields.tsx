import { Form, Input, Select } from 'antd'
import { useText } from '../../ground/language.ts'
import { choicesOf, type Parameter, type Schemas } from './api-document.ts'
import styles from './system-api.module.css'

interface FieldProps {
  parameter: Parameter
  schemas: Schemas
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter, schemas, value, onChange }: FieldProps) {
  const t = useText()
  const { name, required = false, description, schema } = parameter
  const choices = choicesOf(schema, schemas)
  const isMissing = required && value === ''
  return (
    <Form.Item
      label={name}
      required={required}
      extra={description}
      {...(isMissing && { validateStatus: 'error' as const, help: t('systemApi.isRequired') })}
    >
      {choices ? (
        <Select
          aria-label={name}
          allowClear={!required}
          showSearch
          placeholder={t('systemApi.notSent')}
          value={value || undefined}
          onChange={(chosen: string | undefined) => onChange(chosen ?? '')}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
        />
      ) : (
        <Input aria-label={name} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Form.Item>
  )
}

interface FieldsProps {
  parameters: Parameter[]
  schemas: Schemas
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

/** A field for each parameter of a call. */
export function ParameterFields({ parameters, schemas, values, onChange }: FieldsProps) {
  return (
    <div className={styles.parameters}>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          schemas={schemas}
          value={values[parameter.name] ?? ''}
          onChange={(value) => onChange({ ...values, [parameter.name]: value })}
        />
      ))}
    </div>
  )
}
