import {
  BellOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useTaskTray } from '../../api/task-tray.ts'
import { ConnectionMark } from '../../components/connection/ConnectionMark.tsx'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useMobile } from '../../ground/theme/media.ts'
import { openSidebar, useChrome, useSettings } from '../../ground/theme/settings-store.ts'
import { openPalette } from '../command-palette/open-palette.ts'
import { Brand } from '../layout/Brand.tsx'
import { Crumbs } from '../layout/Crumbs.tsx'
import { TopNav } from '../layout/TopNav.tsx'
import { FullscreenButton } from './FullscreenButton.tsx'
import { HeaderButton } from './HeaderButton.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'
import { SizeSelect } from './SizeSelect.tsx'
import { UserMenu } from './UserMenu.tsx'

const NoticeBell = lazyPart(async () => (await import('./NoticeBell.tsx')).NoticeBell)
const TaskTray = lazyPart(async () => (await import('./TaskTray.tsx')).TaskTray)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

function SearchButton() {
  const t = useText()
  return (
    <Button
      className="search-button"
      aria-label={t('layout.palette')}
      aria-keyshortcuts="Control+K Meta+K"
      icon={<SearchOutlined />}
      onClick={openPalette}
    >
      <span className="search-label">{t('layout.paletteShort')}</span>
      <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
    </Button>
  )
}

interface HeaderProps {
  withSidebar: boolean
  onOpenMenu: () => void
}

export function Header({ withSidebar, onOpenMenu }: HeaderProps) {
  const t = useText()
  const isMobile = useMobile()
  const isOpen = useChrome((chrome) => chrome.sidebarOpen)
  const hasTasks = useTaskTray((tray) => tray.tasks.length > 0)
  const withLogo = useSettings((settings) => settings.sidebarLogo)
  const withTopNav = useSettings((settings) => settings.topNav) && !isMobile
  return (
    <header className="header">
      {isMobile && <HeaderButton label={t('layout.openMenu')} icon={<MenuOutlined />} onClick={onOpenMenu} />}
      {!isMobile && withSidebar && (
        <HeaderButton
          label={isOpen ? t('layout.collapse') : t('layout.expand')}
          aria-expanded={isOpen}
          icon={isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          onClick={() => openSidebar(!isOpen)}
        />
      )}
      {withTopNav && !withSidebar && withLogo && <Brand />}
      {withTopNav ? <TopNav /> : <Crumbs />}
      <div className="header-tools">
        <ConnectionMark />
        <SearchButton />
        {hasTasks && (
          <Suspense fallback={null}>
            <TaskTray />
          </Suspense>
        )}
        <Suspense fallback={<HeaderButton label={t('notice.bell')} icon={<BellOutlined />} />}>
          <NoticeBell />
        </Suspense>
        {!isMobile && <FullscreenButton />}
        <SizeSelect />
        <LanguageSelect />
        <UserMenu />
      </div>
    </header>
  )
}
