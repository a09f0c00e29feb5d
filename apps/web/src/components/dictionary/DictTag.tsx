import type { ListClass } from '@fleetdeck/contract/dictionaries'
import { Tag } from 'antd'
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

/** The dictionary label of a stored value; the value itself if unknown to the dictionary. */
export function DictTag({ type, value }: { type: string; value: string | number }) {
  const { values } = useDictionary(type)
  const found = values.find((each) => each.key === String(value))
  return (
    <StyledTag listClass={found?.listClass ?? 'default'} cssClass={found?.cssClass ?? ''}>
      {found?.value ?? String(value)}
    </StyledTag>
  )
}

/** The same without a frame, such as on the tag of a filter. */
export function DictText({ type, value }: { type: string; value: string }) {
  return useDictionary(type).labelOf(value)
}
