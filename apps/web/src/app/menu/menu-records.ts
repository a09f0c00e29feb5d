import type { RouteNode } from '@fleetdeck/contract/session'

/** An entry on the path to a page, as in breadcrumbs. */
interface Crumb {
  path: string
  title: string
  breadcrumb: boolean
  /** Target of a click; undefined for directories without a page. */
  target?: string | undefined
}

/** A page with an address inside the layout. */
export interface PageRecord {
  /** Full route path, possibly with parameters; also the key of its label. */
  path: string
  labelKey: string
  title: string
  icon: string
  /** Name of the view, a key of views.ts. */
  view: string
  /** Address of a framed page. */
  frame?: string | undefined
  noCache: boolean
  affix: boolean
  activeMenu?: string | undefined
  /** The permission that the page needs, if the menu does not decide who has it. */
  permission?: string
  /** From the top entry to the page itself. */
  crumbs: Crumb[]
}

/** One visible entry of the menu. */
export interface MenuEntry {
  path: string
  title: string
  icon: string
  /** Target of a click. */
  target: string
  /** Outside the console, in a new tab. */
  external: boolean
  children: MenuEntry[]
}

export interface MenuTree {
  entries: MenuEntry[]
  pages: PageRecord[]
  /** Addresses of directories and their targets. */
  redirects: Record<string, string>
}

/** http and https only: a menu row must not contain a script address. */
export function httpLink(text: string | undefined): string | undefined {
  if (!text || !/^https?:\/\//i.test(text)) return undefined
  return URL.canParse(text) ? text : undefined
}

function joinPath(parent: string, path: string): string {
  if (path.startsWith('/') || httpLink(path)) return path
  return `${parent.replace(/\/$/, '')}/${path}`
}

const isDirectory = (node: RouteNode) =>
  node.children.length > 0 || ['Layout', 'ParentView'].includes(node.component)

/** `query` of a menu row is a JSON text of values, or a query string. */
function toQueryString(query: string | undefined): string {
  if (!query) return ''
  try {
    return `?${new URLSearchParams(JSON.parse(query))}`
  } catch {
    return `?${query.replace(/^\?/, '')}`
  }
}

interface MenuBuild {
  pages: PageRecord[]
  redirects: Record<string, string>
}

function addPage(walk: MenuBuild, node: RouteNode, path: string, crumbs: Crumb[]) {
  const { title, icon, noCache, affix, activeMenu, langKey } = node.meta
  const frame = node.component === 'InnerLink' ? httpLink(node.meta.link) : undefined
  const labelKey = langKey || path
  walk.pages.push({
    path,
    labelKey,
    title,
    icon,
    view: node.component,
    frame,
    noCache,
    affix,
    activeMenu,
    crumbs,
  })
}

/** Target of a directory: the redirect of its row, else its first page. */
function findTarget(node: RouteNode, path: string, children: MenuEntry[]): string | undefined {
  if (node.redirect && node.redirect !== 'noRedirect') return joinPath(path, node.redirect)
  return children.find((child) => !child.external)?.target
}

function visitDirectory(walk: MenuBuild, node: RouteNode, entry: MenuEntry, crumbs: Crumb[]) {
  const path = entry.target
  const children = node.children.flatMap((child) => visit(walk, child, path, crumbs) ?? [])
  const target = findTarget(node, path, children)
  if (target) walk.redirects[path] = target
  const only = children.length === 1 && !node.alwaysShow ? children[0] : undefined
  if (node.hidden || !target) return undefined
  // A directory with one entry is replaced by that entry, unless it must always be shown.
  if (only?.children.length === 0) return { ...only, icon: only.icon || entry.icon }
  return { ...entry, target, children }
}

/** Adds the pages of a node and returns its menu entry, if visible. */
function visit(walk: MenuBuild, node: RouteNode, parent: string, above: Crumb[]): MenuEntry | undefined {
  const path = joinPath(parent, node.path)
  const { title, icon, langKey, breadcrumb } = node.meta
  const entry = { path: langKey || path, title, icon, target: path, external: false, children: [] }
  const framed = node.component === 'InnerLink'
  const external = framed ? undefined : (httpLink(node.meta.link) ?? httpLink(node.path))
  if (external) return node.hidden ? undefined : { ...entry, target: external, external: true }
  if (isDirectory(node)) {
    const crumb = { path: entry.path, title, breadcrumb, target: node.redirect && path }
    return visitDirectory(walk, node, entry, [...above, crumb])
  }
  addPage(walk, node, path, [...above, { path: entry.path, title, breadcrumb, target: path }])
  return node.hidden ? undefined : { ...entry, target: path + toQueryString(node.query) }
}

/** Pages, menu entries and redirects of the tree that getRouters returns (spec §2, menu tree). */
export function menuTree(nodes: readonly RouteNode[]): MenuTree {
  const walk: MenuBuild = { pages: [], redirects: {} }
  const entries = nodes.flatMap((node) => visit(walk, node, '/', []) ?? [])
  return { entries, ...walk }
}
