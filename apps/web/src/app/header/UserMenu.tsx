import {
  DownOutlined,
  IdcardOutlined,
  LogoutOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { ask, inBackground } from '../../api/feedback.ts'
import { UserPicture } from '../../components/UserPicture.tsx'
import { seededName, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { signOut } from '../session/rights.ts'
import { openSettings } from '../settings/open-settings.ts'

/** User centre, layout settings, and sign-out after confirmation. */
export function UserMenu() {
  const t = useText()
  const navigate = useNavigate()
  const user = useSession((state) => state.user)
  const withSettings = useSettings((settings) => settings.showSettings)
  const isView = useSession((state) => state.view !== null)
  const name = seededName(user?.nickName || user?.userName || '')

  const confirmExit = () =>
    ask({
      title: t('layout.exitTitle'),
      content: t('layout.exitConfirm'),
      okText: t('layout.exit'),
      onOk: async () => {
        await signOut()
        // The next user starts at home, not on this user's page.
        inBackground(navigate('/login', { replace: true }))
      },
    })
  const actions: Record<string, () => unknown> = {
    profile: () => navigate('/user/profile'),
    account: () => navigate('/user/account'),
    settings: openSettings,
    exit: isView ? signOut : confirmExit,
  }
  const settingsItem = { key: 'settings', icon: <SettingOutlined />, label: t('layout.settings') }
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      menu={{
        items: [
          { key: 'profile', icon: <UserOutlined />, label: t('layout.userCentre') },
          { key: 'account', icon: <IdcardOutlined />, label: t('/user/account') },
          ...(withSettings ? [settingsItem] : []),
          { type: 'divider' },
          { key: 'exit', icon: <LogoutOutlined />, label: t(isView ? 'viewAs.leave' : 'layout.exit') },
        ],
        onClick: ({ key }) => inBackground(actions[key]?.()),
      }}
    >
      <Button type="text" className="user-button" aria-label={`${t('layout.userMenu')} ${name}`}>
        <UserPicture address={user?.avatar} sizePx={26} />
        <span className="user-name">{name}</span>
        <DownOutlined className="user-caret" />
      </Button>
    </Dropdown>
  )
}
