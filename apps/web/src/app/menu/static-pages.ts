import type { PageRecord } from './menu-records.ts'

export const homePath = '/index'

function page(path: string, view: string, more: Partial<PageRecord> = {}): PageRecord {
  const labelKey = path.replace(/\/:.*$/, '')
  const crumbs = [{ path: labelKey, title: '', breadcrumb: true, target: path }]
  return { path, labelKey, title: '', icon: '', view, noCache: false, affix: false, crumbs, ...more }
}

/** Pages inside the layout that no menu row gives (spec §2, static routes); some of them need a permission. */
export const staticPages: PageRecord[] = [
  page(homePath, 'home', { affix: true, noCache: true, icon: 'home' }),
  page('/user/profile', 'user/profile'),
  page('/user/account', 'user/account'),
  page('/device/detail/:deviceNo', 'device/detail', {
    activeMenu: '/device/monitor',
    permission: 'device/deviceList/list',
  }),
  page('/device/recordingPlay/:id', 'device/recordingPlay', {
    activeMenu: '/device/recording',
    permission: 'device/recording/list',
  }),
  page('/system/roleUsers/:roleId', 'system/roleUsers', { permission: 'system/auth/roleAuthUser' }),
  // A new role needs another permission than an edited one: its first call decides.
  page('/system/roleEdit/:roleId', 'system/roleEdit', { activeMenu: '/system/role' }),
  page('/dict/dataList/:dictType', 'system/dict/dataList', {
    activeMenu: '/system/dict',
    permission: 'system/config/dict/data/list',
  }),
  page('/job/log', 'monitor/job/log', { permission: 'system/monitor/jobLog/list' }),
  page('/gen/edit', 'tool/gen/edit', { activeMenu: '/tool/gen', permission: 'system/tools/gen/tableList' }),
]
