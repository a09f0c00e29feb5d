import { Link } from 'react-router'
import { menuLabel, useText } from '../../ground/language.ts'
import { homePath } from '../menu/static-pages.ts'
import { useCurrentPage } from '../menu/use-menu-entries.ts'

/** The path from home to the current page. */
export function Crumbs() {
  const t = useText()
  const page = useCurrentPage()
  const home = { path: homePath, title: '', target: homePath }
  const above = page?.crumbs.filter((crumb) => crumb.breadcrumb && crumb.path !== homePath) ?? []
  const shown = [home, ...above]
  const last = shown.length - 1
  return (
    <nav className="crumbs" aria-label={t('layout.breadcrumb')}>
      <ol>
        {shown.map((crumb, index) => {
          const label = menuLabel(crumb.path, crumb.title)
          return (
            <li key={crumb.path} aria-current={index === last ? 'page' : undefined}>
              {index < last && crumb.target ? <Link to={crumb.target}>{label}</Link> : label}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
