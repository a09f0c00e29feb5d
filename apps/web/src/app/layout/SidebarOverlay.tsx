import { Drawer } from 'antd'
import { useText } from '../../ground/language.ts'
import type { MenuEntry } from '../menu/menu-records.ts'
import { Brand } from './Brand.tsx'
import { SideMenu } from './SideMenu.tsx'

/** Below 992 px: over the page, closed by a click outside or a change of route. */
export function SidebarOverlay(props: { entries: MenuEntry[]; open: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Drawer
      open={props.open}
      onClose={props.onClose}
      placement="left"
      size={264}
      closable={false}
      aria-label={t('layout.mainMenu')}
      className="sidebar-overlay"
      styles={{ body: { padding: 0 } }}
    >
      <Brand />
      <SideMenu entries={props.entries} folded={false} />
    </Drawer>
  )
}
