import { Menu } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { findEntry, menuItems } from '../menu/menu-items.tsx'
import type { MenuEntry } from '../menu/menu-records.ts'
import { ancestorKeys, useActiveKey } from '../menu/use-menu-entries.ts'
import { useOpenEntry } from '../menu/use-open-entry.ts'

/** The menu tree with at most one submenu open at each level (spec §2). */
export function SideMenu({ entries, folded }: { entries: MenuEntry[]; folded: boolean }) {
  const t = useText()
  const openEntry = useOpenEntry()
  const activeKey = useActiveKey()
  const [openKeys, setOpenKeys] = useState(() => (folded ? [] : ancestorKeys(entries, activeKey)))
  const items = useMemo(() => menuItems(entries, t), [entries, t])

  useEffect(() => {
    const above = ancestorKeys(entries, activeKey)
    if (!folded && above.length > 0) setOpenKeys((open) => (open.join() === above.join() ? open : above))
  }, [entries, activeKey, folded])

  const changeOpen = (keys: string[]) => {
    const opened = keys.find((key) => !openKeys.includes(key))
    setOpenKeys(opened ? [...ancestorKeys(entries, opened), opened] : keys)
  }
  return (
    <Menu
      mode="inline"
      className="side-menu"
      aria-label={t('layout.mainMenu')}
      inlineCollapsed={folded}
      inlineIndent={18}
      items={items}
      selectedKeys={[activeKey]}
      {...(!folded && { openKeys, onOpenChange: changeOpen })}
      onClick={({ key }) => openEntry(findEntry(entries, key))}
    />
  )
}
