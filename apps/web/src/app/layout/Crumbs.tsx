import { Breadcrumb } from 'antd'
import { Link } from 'react-router'
import { menuLabel, useText } from '../language.ts'
import { homePath } from '../menu/static-pages.ts'
import { useCurrentPage } from '../menu/use-menu-entries.ts'

/** The way from home to the page in view. */
export function Crumbs() {
  const t = useText()
  const page = useCurrentPage()
  if (!page) return <div className="crumbs" />
  const shown = page.crumbs.filter((crumb) => crumb.breadcrumb && crumb.path !== homePath)
  const last = shown.length - 1
  const items = shown.map((crumb, index) => {
    const label = menuLabel(crumb.path, crumb.title)
    const isLink = index < last && crumb.target
    return { key: crumb.path, title: isLink ? <Link to={crumb.target ?? ''}>{label}</Link> : label }
  })
  const homeLabel = menuLabel(homePath, '')
  const home = { key: homePath, title: shown.length ? <Link to={homePath}>{homeLabel}</Link> : homeLabel }
  return (
    <nav className="crumbs" aria-label={t('layout.breadcrumb')}>
      <Breadcrumb items={[home, ...items]} />
    </nav>
  )
}
