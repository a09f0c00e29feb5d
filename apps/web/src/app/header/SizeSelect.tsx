import { FontSizeOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { useText } from '../../ground/language.ts'
import { changeSize, type Size, sizes, useChrome } from '../../ground/theme/settings-store.ts'
import { HeaderButton } from './HeaderButton.tsx'

export const sizeNames: Record<Size, TextKey> = {
  default: 'layout.sizeDefault',
  medium: 'layout.sizeMedium',
  small: 'layout.sizeSmall',
  mini: 'layout.sizeMini',
}

export function SizeSelect() {
  const t = useText()
  const size = useChrome((chrome) => chrome.size)
  const [isOpen, setOpen] = useState(false)
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      onOpenChange={setOpen}
      menu={{
        selectable: true,
        selectedKeys: [size],
        items: sizes.map((one) => ({ key: one, label: t(sizeNames[one]) })),
        onClick: ({ key }) => changeSize(key as Size),
      }}
    >
      <HeaderButton label={t('layout.size')} icon={<FontSizeOutlined />} isQuiet={isOpen} />
    </Dropdown>
  )
}
