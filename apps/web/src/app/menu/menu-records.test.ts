import type { RouteNode } from '@fleetdeck/contract/session'
import { expect, test } from 'vitest'
import { httpLink, menuTree } from './menu-records.ts'

let lastId = 0
function node(
  path: string,
  more: Partial<Omit<RouteNode, 'meta'>> & { meta?: Partial<RouteNode['meta']> } = {},
) {
  lastId += 1
  const meta = {
    title: path,
    icon: '',
    langKey: '',
    noCache: false,
    affix: false,
    breadcrumb: true,
    ...more.meta,
  }
  const plain = {
    pid: 0,
    name: `n${lastId}`,
    component: 'Layout',
    hidden: false,
    alwaysShow: false,
    children: [],
  }
  return { id: lastId, path, ...plain, ...more, meta } satisfies RouteNode
}
const page = (path: string, more: Parameters<typeof node>[1] = {}) =>
  node(path, { component: `view/${path}`, ...more })

test('addresses of nested entries are joined from the root', () => {
  const { pages, redirects } = menuTree([
    node('/system', { children: [node('log', { component: 'ParentView', children: [page('login')] })] }),
  ])
  expect(pages.map(({ path, view }) => [path, view])).toEqual([['/system/log/login', 'view/login']])
  expect(pages[0]?.crumbs.map((crumb) => crumb.path)).toEqual(['/system', '/system/log', '/system/log/login'])
  expect(redirects).toEqual({ '/system': '/system/log/login', '/system/log': '/system/log/login' })
})

test('a hidden page has an address but no menu entry', () => {
  const { pages, entries } = menuTree([
    node('/a', { children: [page('one'), page('two', { hidden: true }), page('three')] }),
  ])
  expect(pages).toHaveLength(3)
  expect(entries[0]?.children.map((entry) => entry.path)).toEqual(['/a/one', '/a/three'])
})

test('a directory with a single page is replaced by the page, unless it is always shown', () => {
  const children = [page('one')]
  expect(menuTree([node('/a', { children })]).entries[0]).toMatchObject({ path: '/a/one', children: [] })
  const shown = menuTree([node('/a', { children, alwaysShow: true })]).entries[0]
  expect(shown).toMatchObject({ path: '/a', children: [{ path: '/a/one' }] })
})

test('a redirect of a directory is followed, noRedirect is not', () => {
  const children = [page('one'), page('two')]
  expect(menuTree([node('/a', { children, redirect: '/a/two' })]).redirects['/a']).toBe('/a/two')
  expect(menuTree([node('/a', { children, redirect: 'noRedirect' })]).redirects['/a']).toBe('/a/one')
})

test('a link opens an external address and has no page, an inner link is a page with a frame', () => {
  const link = 'https://docs.test/x'
  const { entries, pages } = menuTree([
    page('/out', { meta: { link } }),
    page('/in', { component: 'InnerLink', meta: { link } }),
  ])
  expect(entries[0]).toMatchObject({ target: link, external: true })
  expect(pages).toMatchObject([{ path: '/in', frame: link }])
})

test('only http and https count as links', () => {
  expect(httpLink('javascript:alert(1)')).toBeUndefined()
  expect(httpLink('data:text/html,x')).toBeUndefined()
  expect(httpLink('http://a.test')).toBe('http://a.test')
})
