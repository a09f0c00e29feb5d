import { Menu } from 'antd'
import { useMemo, useSyncExternalStore } from 'react'
import { topNavEntryPx, topNavShare } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { findEntry, type MenuItem, menuItems } from '../menu/menu-items.tsx'
import type { MenuEntry } from '../menu/menu-records.ts'
import { ancestorKeys, useActiveKey, useMenuEntries } from '../menu/use-menu-entries.ts'
import { useOpenEntry } from '../menu/use-open-entry.ts'

function onResize(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Spec §9: this many entries fit side by side, the rest go under "more menus". */
const visibleCount = () => Math.max(1, Math.floor(window.innerWidth / topNavShare / topNavEntryPx))

/** The top-level entry of the current page. */
export function useActiveTop(): MenuEntry | undefined {
  const entries = useMenuEntries()
  const activeKey = useActiveKey()
  const top = ancestorKeys(entries, activeKey)[0] ?? activeKey
  return entries.find((entry) => entry.path === top)
}

/** The first level of the menu; the sidebar then shows the children of the selected entry. */
export function TopNav() {
  const t = useText()
  const openEntry = useOpenEntry()
  const entries = useMenuEntries()
  const active = useActiveTop()
  const count = useSyncExternalStore(onResize, visibleCount)
  const items = useMemo(() => {
    const flat = entries.map((entry) => ({ ...entry, children: [] }))
    const visible = menuItems(flat.slice(0, count), t)
    const rest = menuItems(flat.slice(count), t)
    const more: MenuItem[] = rest.length
      ? [{ key: 'more', label: t('layout.moreMenus'), children: rest }]
      : []
    return [...visible, ...more]
  }, [entries, count, t])
  return (
    <nav className="top-nav" aria-label={t('layout.topMenu')}>
      <Menu
        mode="horizontal"
        disabledOverflow
        items={items}
        selectedKeys={active ? [active.path] : []}
        onClick={({ key }) => openEntry(findEntry(entries, key))}
      />
    </nav>
  )
}
