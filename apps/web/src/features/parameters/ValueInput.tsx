import { isParameterKey } from '@fleetdeck/contract/parameter-rows'
import { parameters } from '@fleetdeck/contract/parameters'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { isLanguage } from '@fleetdeck/i18n/languages'
import { Input, InputNumber, Radio } from 'antd'
import { z } from 'zod'
import { StoredFileField } from '../../components/upload/StoredFileField.tsx'
import { languageNames, type Translate, useText } from '../../ground/language.ts'
import mark from '../../ground/mark.svg'

/** MB: every page loads the logo, and the sign-in page the background. */
const pictureMb = { 'sys.logo': 1, 'sys.loginBackground': 5 }

/** The kind of input, derived from the parameter's schema. */
function inputKind(key: string | undefined) {
  if (key === 'sys.logo' || key === 'sys.loginBackground')
    return { kind: 'picture', maxMb: pictureMb[key] } as const
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

const choiceTexts: Record<string, TextKey> = {
  true: 'parameter.on',
  false: 'parameter.off',
  none: 'parameter.choice.none',
  folder: 'parameter.choice.folder',
  s3: 'parameter.choice.s3',
}

function choiceText(t: Translate, value: string): string {
  const key = choiceTexts[value]
  if (key) return t(key)
  return isLanguage(value) ? languageNames[value] : value
}

/** A value as the input of its parameter shows it. */
export const valueText = (t: Translate, value: string, name: string | undefined): string =>
  inputKind(name).kind === 'choice' ? choiceText(t, value) : value

interface ValueInputProps {
  /** Key of the parameter; undefined for one that the site has added. */
  name: string | undefined
  autoFocus?: boolean
  disabled?: boolean
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** An input for a parameter's value, which is always a text. */
export function ValueInput({ name, onChange, value = '', ...rest }: ValueInputProps) {
  const t = useText()
  const { autoFocus: _focus, ...picked } = rest
  const input = inputKind(name)
  const change = (text: string | null) => onChange?.(text ?? '')
  if (input.kind === 'picture')
    return (
      <StoredFileField
        isPicture
        {...picked}
        maxLength={500}
        maxMb={input.maxMb}
        value={value}
        onChange={change}
        fallback={name === 'sys.logo' ? mark : undefined}
      />
    )
  if (input.kind === 'number')
    return (
      <InputNumber<string>
        {...rest}
        stringMode
        value={value}
        onChange={change}
        min={String(input.min)}
        {...(input.max !== undefined && { max: String(input.max) })}
        precision={0}
        style={{ width: 200 }}
      />
    )
  if (input.kind === 'text')
    return (
      <Input.TextArea
        {...rest}
        value={value}
        onChange={(event) => change(event.target.value)}
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 6 }}
      />
    )
  return (
    <Radio.Group
      {...rest}
      value={value}
      onChange={(event) => change(String(event.target.value))}
      options={input.options.map((each) => ({ value: each, label: choiceText(t, each) }))}
    />
  )
}
