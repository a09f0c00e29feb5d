import { SortAscendingOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Dropdown } from 'antd'
import { useText } from '../../../ground/language.ts'
import { type WallOrder, wallOrders } from './wall-rows.ts'

const texts: Record<WallOrder, TextKey> = {
  online: 'wall.byOnline',
  rack: 'wall.byRack',
  group: 'wall.byGroup',
  trouble: 'wall.byTrouble',
}

interface OrderMenuProps {
  by: WallOrder
  onChange: (by: WallOrder) => void
}

/** What the automatic order of the tiles follows. */
export function OrderMenu({ by, onChange }: OrderMenuProps) {
  const t = useText()
  const items = wallOrders.map((key) => ({ key, label: t(texts[key]), onClick: () => onChange(key) }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [by] }}>
      <Button
        type="text"
        icon={<SortAscendingOutlined />}
        title={t('wall.order')}
        aria-label={`${t('wall.order')}: ${t(texts[by])}`}
      >
        {t(texts[by])}
      </Button>
    </Dropdown>
  )
}
