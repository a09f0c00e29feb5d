import {
  AppstoreOutlined,
  BellOutlined,
  CalendarOutlined,
  CloudUploadOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  GlobalOutlined,
  HomeOutlined,
  MobileOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SettingOutlined,
  TableOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import { Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import type { MenuIconComponent } from './menu-icon.ts'

/** Icons of the delivered top-level menu are bundled; others load when shown. */
const firstIcons: Record<string, MenuIconComponent> = {
  appstore: AppstoreOutlined,
  bell: BellOutlined,
  calendar: CalendarOutlined,
  'cloud-upload': CloudUploadOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  global: GlobalOutlined,
  home: HomeOutlined,
  mobile: MobileOutlined,
  'safety-certificate': SafetyCertificateOutlined,
  schedule: ScheduleOutlined,
  setting: SettingOutlined,
  table: TableOutlined,
  tool: ToolOutlined,
}

export const firstIconNames = Object.keys(firstIcons)

const MoreIcon = lazyPart(async () => (await import('./MoreIcon.tsx')).MoreIcon)

/** The icon of a menu row, by its name in the icon set; unknown names get a neutral icon. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(firstIcons, name || 'appstore') && firstIcons[name || 'appstore']
  if (Icon) return <Icon aria-hidden />
  return (
    <Suspense fallback={<span className="anticon menu-icon-room" />}>
      <MoreIcon name={name} />
    </Suspense>
  )
}
