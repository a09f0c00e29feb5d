import { Menu } from 'antd'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { topNavEntryPx, topNavShare } from '../../ground/constants.ts'
import { menuLabel, useText } from '../../ground/language.ts'
import { findEntry, type MenuItem, menuItems } from '../menu/menu-items.tsx'
import type { MenuEntry } from '../menu/menu-records.ts'
import { ancestorKeys, useActiveKey, useMenuEntries } from '../menu/use-menu-entries.ts'
import { useOpenEntry } from '../menu/use-open-entry.ts'

function onResize(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Spec §9: at most this many entries are side by side, the rest go under "more menus". */
const mostVisible = () => Math.max(1, Math.floor(window.innerWidth / topNavShare / topNavEntryPx))

/** How many of them fit: their measured width decides. */
function useFitting(texts: unknown) {
  const most = useSyncExternalStore(onResize, mostVisible)
  const nav = useRef<HTMLElement>(null)
  const [count, setCount] = useState(most)
  useEffect(() => {
    if (!nav.current) return
    const observer = new ResizeObserver(() => setCount(most))
    observer.observe(nav.current)
    return () => observer.disconnect()
  }, [most])
  useLayoutEffect(() => setCount(most), [most, texts])
  useLayoutEffect(() => {
    const list = nav.current?.querySelector('ul')
    if (list && count > 1 && list.scrollWidth > list.clientWidth) setCount(count - 1)
  })
  return { nav, count: Math.min(count, most) }
}

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
  const { nav, count } = useFitting(t)
  const items = useMemo(() => {
    const flat = entries.map((entry) => ({ ...entry, children: [] }))
    const visible = menuItems(flat.slice(0, count), t)
    const rest = menuItems(flat.slice(count), t)
    const isBelow = active !== undefined && !flat.slice(0, count).some(({ path }) => path === active.path)
    const label = isBelow ? menuLabel(active.path, active.title) : t('layout.moreMenus')
    const more: MenuItem[] = rest.length ? [{ key: 'more', label, children: rest }] : []
    return [...visible, ...more]
  }, [entries, count, active, t])
  return (
    <nav ref={nav} className="top-nav" aria-label={t('layout.topMenu')}>
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
