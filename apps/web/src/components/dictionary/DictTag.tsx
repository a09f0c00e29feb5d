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

/** antd's own cyan is too pale in the light. */
const readable = { color: 'light-dark(#006d75, #33bcb7)' }

interface LookProps {
  listClass: ListClass
  cssClass?: string
  children: string
}

/** A word in the look that a dictionary gives it. */
export function LookTag({ listClass, cssClass = '', children }: LookProps) {
  return (
    <Tag color={colors[listClass]} className={cssClass} {...(listClass === 'info' && { style: readable })}>
      {children}
    </Tag>
  )
}

/** A stored value as its dictionary shows it; the value itself where the dictionary does not know it. */
export function DictTag({ type, value }: { type: string; value: string | number }) {
  const { values } = useDictionary(type)
  const found = values.find((each) => each.key === String(value))
  return (
    <LookTag listClass={found?.listClass ?? 'default'} cssClass={found?.cssClass ?? ''}>
      {found?.value ?? String(value)}
    </LookTag>
  )
}

/** The same without a frame, such as on the tag of a filter. */
export function DictText({ type, value }: { type: string; value: string }) {
  return useDictionary(type).labelOf(value)
}
