import { useText } from '../../ground/language.ts'
import { useChrome, useSettings } from '../../ground/theme/settings-store.ts'
import type { MenuEntry } from '../menu/menu-records.ts'
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
