import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { Segmented } from 'antd'
import { useText } from '../../ground/language.ts'

const languages = [
  { value: 'js', label: 'JavaScript' },
  { value: 'ts', label: 'TypeScript' },
] satisfies { value: ScriptLanguage; label: string }[]

interface LanguageFieldProps {
  value?: ScriptLanguage
  onChange?: (language: ScriptLanguage) => void
  disabled?: boolean
}

/** The language of a script. */
export function LanguageField({ value = 'js', ...props }: LanguageFieldProps) {
  const t = useText()
  return (
    <Segmented<ScriptLanguage>
      {...props}
      aria-label={t('script.language')}
      value={value}
      options={languages}
    />
  )
}
