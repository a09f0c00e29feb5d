import { formerKinds } from '@fleetdeck/contract/former-import'
import { Select } from 'antd'
import { useText } from '../../ground/language.ts'
import type { ChosenFile } from './use-former-import.ts'

interface KindSelectProps {
  /** Of the file. */
  name: string
  value: ChosenFile['kind']
  disabled?: boolean
  hasError?: boolean
  onChange: (kind: ChosenFile['kind']) => void
}

/** What a file contains. */
export function KindSelect({ name, hasError = false, ...select }: KindSelectProps) {
  const t = useText()
  const options = [
    { value: 'auto' as const, label: t('formerImport.auto') },
    ...formerKinds.map((kind) => ({ value: kind, label: t(`formerImport.kind.${kind}`) })),
  ]
  return (
    <Select<ChosenFile['kind']>
      {...select}
      aria-label={`${t('formerImport.kind')} ${name}`}
      style={{ width: 190 }}
      options={options}
      {...(hasError && { status: 'error' as const })}
    />
  )
}
