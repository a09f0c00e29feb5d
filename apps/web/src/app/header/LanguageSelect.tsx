import { TranslationOutlined } from '@ant-design/icons'
import { type Language, languages } from '@fleetdeck/i18n/languages'
import { Dropdown } from 'antd'
import { showError } from '../../api/feedback.ts'
import { switchLanguage, useLanguage, useText } from '../language.ts'
import { HeaderButton } from './HeaderButton.tsx'

/** Each language in its own words, so that it can be found from any other. */
export const languageNames: Record<Language, string> = { zhcn: '简体中文', zhtw: '繁體中文', en: 'English' }
const htmlLang: Record<Language, string> = { zhcn: 'zh-CN', zhtw: 'zh-TW', en: 'en' }

export function LanguageSelect() {
  const t = useText()
  const language = useLanguage((state) => state.language)
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: languages.map((one) => ({
          key: one,
          label: <span lang={htmlLang[one]}>{languageNames[one]}</span>,
        })),
        onClick: ({ key }) => switchLanguage(key as Language).catch(showError),
      }}
    >
      <HeaderButton label={t('layout.language')} icon={<TranslationOutlined />} />
    </Dropdown>
  )
}
