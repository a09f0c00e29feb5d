import { languages, languageTags } from '@fleetdeck/i18n/languages'
import { showError } from '../../api/feedback.ts'
import { languageNames, switchLanguage, useLanguage, useText } from '../../ground/language.ts'

/** The languages side by side, so that a user finds theirs without opening a menu. */
export function LanguageLinks() {
  const t = useText()
  const current = useLanguage((state) => state.language)
  return (
    <fieldset className="language-links">
      <legend className="visually-hidden">{t('layout.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTags[language]}
          aria-pressed={language === current}
          onClick={() => switchLanguage(language).catch(showError)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  )
}
