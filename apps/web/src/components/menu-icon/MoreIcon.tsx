import {
  ApiOutlined,
  AppstoreOutlined,
  BookOutlined,
  BranchesOutlined,
  ClusterOutlined,
  CodeOutlined,
  ControlOutlined,
  DesktopOutlined,
  FileTextOutlined,
  FormOutlined,
  GroupOutlined,
  HddOutlined,
  IdcardOutlined,
  KeyOutlined,
  LineChartOutlined,
  LinkOutlined,
  MailOutlined,
  MenuOutlined,
  NotificationOutlined,
  ProfileOutlined,
  TagOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { MenuIconComponent } from './menu-icon.ts'

/** Names allowed in `icon` of menu rows, in addition to those of MenuIcon. */
const icons: Record<string, MenuIconComponent> = {
  api: ApiOutlined,
  book: BookOutlined,
  branches: BranchesOutlined,
  cluster: ClusterOutlined,
  code: CodeOutlined,
  control: ControlOutlined,
  desktop: DesktopOutlined,
  'file-text': FileTextOutlined,
  form: FormOutlined,
  group: GroupOutlined,
  hdd: HddOutlined,
  idcard: IdcardOutlined,
  key: KeyOutlined,
  link: LinkOutlined,
  'line-chart': LineChartOutlined,
  mail: MailOutlined,
  menu: MenuOutlined,
  notification: NotificationOutlined,
  profile: ProfileOutlined,
  tag: TagOutlined,
  team: TeamOutlined,
  thunderbolt: ThunderboltOutlined,
  'unordered-list': UnorderedListOutlined,
  user: UserOutlined,
  warning: WarningOutlined,
}

export const moreIconNames = Object.keys(icons)

export function MoreIcon({ name }: { name: string }) {
  const Icon = (Object.hasOwn(icons, name) && icons[name]) || AppstoreOutlined
  return <Icon aria-hidden />
}
