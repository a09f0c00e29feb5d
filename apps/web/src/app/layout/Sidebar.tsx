import { useText } from '../language.ts'
import type { MenuEntry } from '../menu/menu-records.ts'
import { useChrome, useSettings } from '../settings/settings-store.ts'
import { Brand } from './Brand.tsx'
import { SideMenu } from './SideMenu.tsx'

export function Sidebar({ entries }: { entries: MenuEntry[] }) {
  const t = useText()
  const open = useChrome((chrome) => chrome.sidebarOpen)
  const withLogo = useSettings((settings) => settings.sidebarLogo)
  return (
    <nav className={open ? 'sidebar' : 'sidebar sidebar-folded'} aria-label={t('layout.mainMenu')}>
      {withLogo && <Brand folded={!open} />}
      <div className="sidebar-scroll">
        <SideMenu entries={entries} folded={!open} />
      </div>
    </nav>
  )
}
