import { TranslationOutlined } from '@ant-design/icons'
import { languages, languageTags } from '@fleetdeck/i18n/languages'
import { showError } from '../../api/feedback.ts'
import { languageNames, switchLanguage, useLanguage, useText } from '../../ground/language.ts'
import { HeaderSelect } from './HeaderSelect.tsx'

export function LanguageSelect() {
  const t = useText()
  const language = useLanguage((state) => state.language)
  return (
    <HeaderSelect
      label={t('layout.language')}
      icon={<TranslationOutlined />}
      selected={language}
      items={languages.map((key) => ({
        key,
        label: <span lang={languageTags[key]}>{languageNames[key]}</span>,
      }))}
      onSelect={(key) => switchLanguage(key).catch(showError)}
    />
  )
}
