import { TranslationOutlined } from '@ant-design/icons'
import { type Language, languages } from '@fleetdeck/i18n/languages'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { showError } from '../../api/feedback.ts'
import { htmlLang, languageNames, switchLanguage, useLanguage, useText } from '../../ground/language.ts'
import { HeaderButton } from './HeaderButton.tsx'

export function LanguageSelect() {
  const t = useText()
  const language = useLanguage((state) => state.language)
  const [isOpen, setOpen] = useState(false)
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      onOpenChange={setOpen}
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
      <HeaderButton label={t('layout.language')} icon={<TranslationOutlined />} isQuiet={isOpen} />
    </Dropdown>
  )
}
