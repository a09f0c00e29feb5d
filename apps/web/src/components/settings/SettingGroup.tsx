import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Form, InputNumber, Select } from 'antd'
import { useText } from '../../ground/language.ts'
import { FormColumns } from '../FormColumns.tsx'
import { type SettingField, type SettingGroupName, settingFields } from './setting-fields.ts'
import styles from './settings.module.css'

const titles = { projection: 'userCloud.projection', control: 'userCloud.control' } as const

/** The label of a value. */
function useOptionLabels(field: SettingField) {
  const t = useText()
  return (value: string) => {
    const word = field.options?.find(([option]) => option === value)?.[1]
    return word ? (word.startsWith('=') ? word.slice(1) : t(word as TextKey)) : value
  }
}

interface SettingProps {
  group: SettingGroupName
  field: SettingField
  placeholder: (shown: (value: string) => string) => string
}

/** One setting; its placeholder shows the inherited value. */
function Setting({ group, field, placeholder }: SettingProps) {
  const t = useText()
  const labelOf = useOptionLabels(field)
  const unit = field.unit === '%' ? '%' : field.unit && t(field.unit)
  return (
    <Form.Item name={[group, field.name]} label={t(field.label)} extra={field.hint && t(field.hint)}>
      {field.options ? (
        <Select
          allowClear
          placeholder={placeholder(labelOf)}
          options={field.options.map(([value]) => ({ value, label: labelOf(value) }))}
        />
      ) : (
        <InputNumber<string>
          stringMode
          min={String(field.min ?? 1)}
          max={String(field.max ?? 100)}
          precision={0}
          placeholder={placeholder(labelOf)}
          suffix={unit}
          style={{ width: '100%' }}
        />
      )}
    </Form.Item>
  )
}

interface SettingGroupProps {
  group: SettingGroupName
  /** The inherited value; without it, an empty field changes nothing. */
  inherited?: Record<string, string>
}

/** The settings of spec §3 of one kind, each set or inherited. */
export function SettingGroup({ group, inherited }: SettingGroupProps) {
  const t = useText()
  return (
    <>
      <h3 className={styles.group}>{t(titles[group])}</h3>
      <FormColumns>
        {settingFields[group].map((field) => (
          <Setting
            key={field.name}
            group={group}
            field={field}
            placeholder={(shown) =>
              inherited
                ? t('userCloud.siteDefault', { value: shown(inherited[field.name] ?? '') })
                : t('device.unchanged')
            }
          />
        ))}
      </FormColumns>
    </>
  )
}
