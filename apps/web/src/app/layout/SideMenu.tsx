import { Menu } from 'antd'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { useLatest } from '../../ground/use-latest.ts'
import { findEntry, menuItems } from '../menu/menu-items.tsx'
import type { MenuEntry } from '../menu/menu-records.ts'
import { ancestorKeys, useActiveKey } from '../menu/use-menu-entries.ts'
import { useOpenEntry } from '../menu/use-open-entry.ts'

interface SideMenuProps {
  entries: MenuEntry[]
  folded: boolean
}

/** The menu tree with at most one submenu open at each level (spec §2). */
export function SideMenu({ entries, folded }: SideMenuProps) {
  const activeKey = useActiveKey()
  const [openKeys, setOpenKeys] = useState(() => (folded ? [] : ancestorKeys(entries, activeKey)))
  const openEntry = useLatest(useOpenEntry())
  const open = useCallback((entry: MenuEntry | undefined) => openEntry.current(entry), [openEntry])

  useEffect(() => {
    const above = ancestorKeys(entries, activeKey)
    if (!folded && above.length > 0) setOpenKeys((keys) => (keys.join() === above.join() ? keys : above))
  }, [entries, activeKey, folded])

  const changeOpen = useCallback(
    (keys: string[]) =>
      setOpenKeys((before) => {
        const opened = keys.find((key) => !before.includes(key))
        return opened ? [...ancestorKeys(entries, opened), opened] : keys
      }),
    [entries],
  )
  // The chosen page is drawn first: to mark its entry takes as long as to draw a list.
  const marked = useDeferredValue(activeKey)
  return <MenuTree {...{ entries, folded, marked, open, openKeys, changeOpen }} />
}

interface MenuTreeProps extends SideMenuProps {
  /** Key of the entry of the current page. */
  marked: string
  open: (entry: MenuEntry | undefined) => void
  openKeys: string[]
  changeOpen: (keys: string[]) => void
}

const MenuTree = memo(({ entries, folded, marked, open, openKeys, changeOpen }: MenuTreeProps) => {
  const t = useText()
  const items = useMemo(() => menuItems(entries, t), [entries, t])
  return (
    <Menu
      mode="inline"
      className="side-menu"
      aria-label={t('layout.mainMenu')}
      inlineCollapsed={folded}
      inlineIndent={18}
      items={items}
      selectedKeys={[marked]}
      {...(!folded && { openKeys, onOpenChange: changeOpen })}
      onClick={({ key }) => open(findEntry(entries, key))}
    />
  )
})
