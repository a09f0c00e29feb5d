import type { PageRecord } from './menu-records.ts'

export const homePath = '/index'

function page(path: string, view: string, more: Partial<PageRecord> = {}): PageRecord {
  const labelKey = path.replace(/\/:.*$/, '')
  const crumbs = [{ path: labelKey, title: '', breadcrumb: true, target: path }]
  return { path, labelKey, title: '', icon: '', view, noCache: false, affix: false, crumbs, ...more }
}

/** Pages inside the layout that exist for every user, whatever the menu tree contains (spec §2, static routes). */
export const staticPages: PageRecord[] = [
  page(homePath, 'home', { affix: true, noCache: true, icon: 'home' }),
  page('/user/profile', 'user/profile'),
  page('/device/detail/:deviceNo', 'device/detail', { activeMenu: '/device/monitor' }),
  page('/device/recordingPlay/:id', 'device/recordingPlay', { activeMenu: '/device/recording' }),
  page('/system/roleUsers/:roleId', 'system/roleUsers'),
  page('/system/roleEdit/:roleId', 'system/roleEdit', { activeMenu: '/system/role' }),
  page('/dict/dataList/:dictType', 'system/dict/dataList', { activeMenu: '/system/dict' }),
  page('/job/log', 'monitor/job/log'),
  page('/gen/edit', 'tool/gen/edit', { activeMenu: '/tool/gen' }),
]
