import { CloseOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Dropdown, type MenuProps } from 'antd'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { tagMenuWidthPx } from '../../ground/constants.ts'
import { menuLabel, useText } from '../../ground/language.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import type { CloseKind } from './closing.ts'
import { closeTags, type Tag, useTags } from './tabs-store.ts'

const closeNames: Record<CloseKind, TextKey> = {
  this: 'layout.tabClose',
  others: 'layout.tabCloseOthers',
  left: 'layout.tabCloseLeft',
  right: 'layout.tabCloseRight',
  all: 'layout.tabCloseAll',
}

/** Entries of a tab's context menu; those that would close nothing are off. */
function tagMenu(tags: readonly Tag[], tag: Tag, t: (key: TextKey) => string): MenuProps['items'] {
  const at = tags.indexOf(tag)
  const some = (test: (index: number) => boolean) => tags.some((one, index) => !one.affix && test(index))
  const closes: Record<CloseKind, boolean> = {
    this: !tag.affix,
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
export function TagsView() {
  const t = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tags = useTags((state) => state.tags)
  const pages = useMenu((menu) => menu.pages)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const strip = list.current
    const current = strip?.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathname)}"]`)
    if (!strip || !current) return
    // Only the strip: scrollIntoView would move the page as well.
    const [box, tab] = [strip.getBoundingClientRect(), current.getBoundingClientRect()]
    strip.scrollLeft += Math.min(0, tab.left - box.left) + Math.max(0, tab.right - box.right)
  }, [pathname])

  const act = (tag: Tag, key: string) => {
    if (key === 'refresh') return navigate(`/redirect${tag.path}${tag.rest}`, { replace: true })
    const next = closeTags(tag.path, key as CloseKind, pathname)
    if (next) navigate(next)
  }
  return (
    <nav className="tags" aria-label={t('layout.openPages')}>
      <ul ref={list}>
        {tags.map((tag) => {
          const page = pageAt(pages, tag.path)
          if (!page) return null
          return (
            <Dropdown
              key={tag.path}
              trigger={['contextMenu']}
              styles={{ root: { width: tagMenuWidthPx, minWidth: tagMenuWidthPx } }}
              menu={{ items: tagMenu(tags, tag, t), onClick: ({ key }) => act(tag, key) }}
            >
              <li data-path={tag.path}>
                <TagTab
                  tag={tag}
                  name={menuLabel(page.labelKey, page.title)}
                  isCurrent={tag.path === pathname}
                  onClose={() => act(tag, 'this')}
                />
              </li>
            </Dropdown>
          )
        })}
      </ul>
    </nav>
  )
}

interface TagTabProps {
  tag: Tag
  name: string
  isCurrent: boolean
  onClose: () => void
}

function TagTab({ tag, name, isCurrent, onClose }: TagTabProps) {
  const t = useText()
  const closeByMiddle = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    if (!tag.affix) onClose()
  }
  return (
    <span className={isCurrent ? 'tag tag-current' : 'tag'}>
      <Link
        to={tag.path + tag.rest}
        aria-current={isCurrent ? 'page' : undefined}
        onAuxClick={closeByMiddle}
        onKeyDown={(event) => event.key === 'Delete' && !tag.affix && onClose()}
      >
        {name}
      </Link>
      {!tag.affix && (
        <button type="button" aria-label={t('layout.closeTab', { name })} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </span>
  )
}
