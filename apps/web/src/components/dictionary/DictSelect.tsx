import { Radio, type RadioGroupProps, Select, type SelectProps } from 'antd'
import { useText } from '../../ground/language.ts'
import { useDictionary } from './use-dictionary.ts'

interface DictSelectProps extends Omit<SelectProps, 'options'> {
  type: string
}

/** Selects a dictionary value; its values are texts. */
export function DictSelect({ type, ...rest }: DictSelectProps) {
  const { options } = useDictionary(type)
  return <Select {...rest} options={options} />
}

/** A filter by a dictionary, initially without a value. */
export function DictFilter({ type, ...rest }: DictSelectProps) {
  const t = useText()
  return <DictSelect {...rest} type={type} allowClear placeholder={t('table.all')} />
}

interface DictRadioProps extends Omit<RadioGroupProps, 'options'> {
  type: string
}

/** The same for a few numeric values, such as a status. */
export function DictRadio({ type, ...rest }: DictRadioProps) {
  const { values } = useDictionary(type)
  return (
    <Radio.Group {...rest} options={values.map(({ key, value }) => ({ value: Number(key), label: value }))} />
  )
}
