import { FontSizeOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { useText } from '../../ground/language.ts'
import { changeSize, type Size, sizes, useChrome } from '../../ground/theme/settings-store.ts'
import { HeaderSelect } from './HeaderSelect.tsx'

export const sizeNames: Record<Size, TextKey> = {
  default: 'layout.sizeDefault',
  medium: 'layout.sizeMedium',
  small: 'layout.sizeSmall',
  mini: 'layout.sizeMini',
}

export function SizeSelect() {
  const t = useText()
  const size = useChrome((chrome) => chrome.size)
  return (
    <HeaderSelect
      label={t('layout.size')}
      icon={<FontSizeOutlined />}
      selected={size}
      items={sizes.map((key) => ({ key, label: t(sizeNames[key]) }))}
      onSelect={changeSize}
    />
  )
}
