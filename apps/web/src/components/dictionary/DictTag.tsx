import type { ListClass } from '@fleetdeck/contract/dictionaries'
import { Space, Tag } from 'antd'
import { listText } from '../../ground/language.ts'
import { useDictionary } from './use-dictionary.ts'

const colors: Record<ListClass, string> = {
  default: 'default',
  primary: 'processing',
  success: 'success',
  info: 'cyan',
  warning: 'warning',
  danger: 'error',
}

/** antd's own cyan is too pale in the light theme. */
const readable = { color: 'light-dark(#006d75, #33bcb7)' }

interface StyledTagProps {
  listClass: ListClass
  cssClass?: string
  children: string
}

/** A label in the style set by its dictionary. */
export function StyledTag({ listClass, cssClass = '', children }: StyledTagProps) {
  return (
    <Tag color={colors[listClass]} className={cssClass} {...(listClass === 'info' && { style: readable })}>
      {children}
    </Tag>
  )
}

interface DictValueProps {
  type: string
  /** Several values are a text with commas. */
  value: string | number
}
const keysOf = (value: string | number) => String(value).split(',').filter(Boolean)

/** The dictionary label of a stored value; the value itself if unknown to the dictionary. */
export function DictTag({ type, value }: DictValueProps) {
  const { values, isPending } = useDictionary(type)
  if (isPending) return null
  const tags = keysOf(value).map((key) => {
    const found = values.find((each) => each.key === key)
    return (
      <StyledTag key={key} listClass={found?.listClass ?? 'default'} cssClass={found?.cssClass ?? ''}>
        {found?.value ?? key}
      </StyledTag>
    )
  })
  if (tags.length <= 1) return tags
  return (
    <Space size={4} wrap>
      {tags}
    </Space>
  )
}

/** The same without a frame, such as on the tag of a filter. */
export function DictText({ type, value }: DictValueProps) {
  const { labelOf } = useDictionary(type)
  return listText(keysOf(value).map(labelOf))
}
