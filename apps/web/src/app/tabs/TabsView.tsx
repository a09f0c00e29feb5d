import { CloseOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Dropdown, type MenuProps } from 'antd'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { inBackground } from '../../api/feedback.ts'
import { tabMenuWidthPx } from '../../ground/constants.ts'
import { menuLabel, useText } from '../../ground/language.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import type { CloseKind } from './closing.ts'
import { closeTabs, type Tab, useTabs } from './tabs-store.ts'

const closeNames: Record<CloseKind, TextKey> = {
  this: 'layout.tabClose',
  others: 'layout.tabCloseOthers',
  left: 'layout.tabCloseLeft',
  right: 'layout.tabCloseRight',
  all: 'layout.tabCloseAll',
}

/** Entries of a tab's context menu; those that would close nothing are disabled. */
function tabMenu(tabs: readonly Tab[], tab: Tab, t: (key: TextKey) => string): MenuProps['items'] {
  const at = tabs.indexOf(tab)
  const some = (test: (index: number) => boolean) => tabs.some((one, index) => !one.affix && test(index))
  const closes: Record<CloseKind, boolean> = {
    this: !tab.affix,
    others: some((index) => index !== at),
    left: some((index) => index < at),
    right: some((index) => index > at),
    all: some(() => true),
  }
  const kinds = Object.keys(closeNames) as CloseKind[]
  return [
    { key: 'refresh', label: t('layout.tabRefresh') },
    ...kinds.map((kind) => ({ key: kind, label: t(closeNames[kind]), disabled: !closes[kind] })),
  ]
}

/** Tabs of the visited pages. */
export function TabsView() {
  const t = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tabs = useTabs((state) => state.tabs)
  const pages = useMenu((menu) => menu.pages)
  const list = useRef<HTMLUListElement>(null)
  const [menuPath, setMenuPath] = useState<string>()

  useLayoutEffect(() => {
    const strip = list.current
    const current = strip?.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathname)}"]`)
    if (!strip || !current) return
    // Scrolls only the strip: scrollIntoView would move the page as well.
    const [box, tab] = [strip.getBoundingClientRect(), current.getBoundingClientRect()]
    strip.scrollLeft += Math.min(0, tab.left - box.left) + Math.max(0, tab.right - box.right)
  }, [pathname, tabs.length])

  const act = (tab: Tab, key: string) => {
    if (key === 'refresh') return inBackground(navigate(`/redirect${tab.path}${tab.rest}`, { replace: true }))
    const next = closeTabs(tab.path, key as CloseKind, pathname)
    if (next) inBackground(navigate(next))
  }
  // One menu for all of them: one for each would be rendered with each change of page.
  const chooseTab = (event: MouseEvent) => {
    const path = event.target instanceof Element && event.target.closest('li')?.dataset.path
    const tab = tabs.find((one) => one.path === path)
    if (tab) setMenuPath(tab.path)
    else event.stopPropagation()
  }
  const menuTab = tabs.find(({ path }) => path === menuPath)
  return (
    <nav className="tabs" aria-label={t('layout.openPages')}>
      <Dropdown
        trigger={['contextMenu']}
        styles={{ root: { width: tabMenuWidthPx, minWidth: tabMenuWidthPx } }}
        menu={{
          items: menuTab ? tabMenu(tabs, menuTab, t) : [],
          onClick: ({ key }) => menuTab && act(menuTab, key),
        }}
      >
        <ul ref={list} onContextMenuCapture={chooseTab}>
          {tabs.map((tab) => {
            const page = pageAt(pages, tab.path)
            if (!page) return null
            return (
              <li key={tab.path} data-path={tab.path}>
                <TabItem
                  tab={tab}
                  name={menuLabel(page.labelKey, page.title)}
                  isCurrent={tab.path === pathname}
                  onClose={() => act(tab, 'this')}
                />
              </li>
            )
          })}
        </ul>
      </Dropdown>
    </nav>
  )
}

interface TabItemProps {
  tab: Tab
  name: string
  isCurrent: boolean
  onClose: () => void
}

function TabItem({ tab, name, isCurrent, onClose }: TabItemProps) {
  const t = useText()
  const closeByMiddle = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    if (!tab.affix) onClose()
  }
  return (
    <span className={isCurrent ? 'tab tab-current' : 'tab'}>
      <Link
        to={tab.path + tab.rest}
        aria-current={isCurrent ? 'page' : undefined}
        onAuxClick={closeByMiddle}
        onKeyDown={(event) => event.key === 'Delete' && !tab.affix && onClose()}
      >
        {name}
      </Link>
      {!tab.affix && (
        <button type="button" aria-label={t('layout.closeTab', { name })} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </span>
  )
}
