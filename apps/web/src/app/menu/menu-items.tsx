import { ExportOutlined } from '@ant-design/icons'
import type { MenuProps } from 'antd'
import type { MouseEvent } from 'react'
import { MenuIcon } from '../../components/menu-icon/MenuIcon.tsx'
import type { Translate } from '../../ground/language.ts'
import { menuLabel } from '../../ground/language.ts'
import { preloadPage } from '../pages/load-view.ts'
import type { MenuEntry } from './menu-records.ts'

export type MenuItem = NonNullable<MenuProps['items']>[number]

/** The menu handles a plain click; with Ctrl, ⌘ or the middle button the browser opens a new tab. */
function leaveToMenu(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation()
  else event.preventDefault()
}

function EntryLink({ entry, t }: { entry: MenuEntry; t: Translate }) {
  const label = menuLabel(entry.path, entry.title)
  return (
    <a
      href={entry.target}
      tabIndex={-1}
      rel="noreferrer"
      onPointerEnter={() => preloadPage(entry.path)}
      onClick={leaveToMenu}
    >
      {label}
      {entry.external && <ExportOutlined className="external-mark" aria-label={t('layout.newWindow')} />}
    </a>
  )
}

/** antd's items for menu entries; `t` changes with the language. */
export function menuItems(entries: readonly MenuEntry[], t: Translate, depth = 0): MenuItem[] {
  return entries.map((entry) => {
    const icon = depth === 0 || entry.icon ? <MenuIcon name={entry.icon} /> : undefined
    if (entry.children.length === 0)
      return {
        key: entry.path,
        icon,
        label: <EntryLink entry={entry} t={t} />,
        title: menuLabel(entry.path, entry.title),
      }
    return {
      key: entry.path,
      icon,
      label: menuLabel(entry.path, entry.title),
      children: menuItems(entry.children, t, depth + 1),
    }
  })
}

export function findEntry(entries: readonly MenuEntry[], key: string): MenuEntry | undefined {
  for (const entry of entries) {
    const found = entry.path === key ? entry : findEntry(entry.children, key)
    if (found) return found
  }
  return undefined
}
