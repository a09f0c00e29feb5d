import { accessTokens } from '@fleetdeck/contract/access-tokens'
import { alarmMessages, alarmSettings, alarms } from '@fleetdeck/contract/alarms'
import { backups } from '@fleetdeck/contract/backups'
import { bookingPermission, bookings, manageBookingsPermission } from '@fleetdeck/contract/bookings'
import { cacheMonitor } from '@fleetdeck/contract/cache-monitor'
import { caches } from '@fleetdeck/contract/caches'
import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { commands, rebootPermission, shellPermission } from '@fleetdeck/contract/commands'
import { computers } from '@fleetdeck/contract/computers'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataImport, dataItems } from '@fleetdeck/contract/data-items'
import { databaseMonitor } from '@fleetdeck/contract/database-monitor'
import { departments } from '@fleetdeck/contract/departments'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { controlPermission, takeControlPermission } from '@fleetdeck/contract/device-socket'
import { deviceWall, manageLayoutsPermission, wallPermission } from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { dictItems, dictTypes } from '@fleetdeck/contract/dictionaries'
import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import type { Contract } from '@fleetdeck/contract/endpoint'
import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { MenuType } from '@fleetdeck/contract/enums'
import { formerImport } from '@fleetdeck/contract/former-import'
import { formerPhones } from '@fleetdeck/contract/former-phones'
import { formerScripts } from '@fleetdeck/contract/former-scripts'
import { forms } from '@fleetdeck/contract/forms'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { incidents } from '@fleetdeck/contract/incidents'
import { licensePermission, siteLicense } from '@fleetdeck/contract/license'
import { loginLogs } from '@fleetdeck/contract/login-logs'
import { menus } from '@fleetdeck/contract/menus'
import { notices } from '@fleetdeck/contract/notices'
import { onlineUsers } from '@fleetdeck/contract/online-users'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { guardedPermission, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { permissions } from '@fleetdeck/contract/permissions'
import { plans } from '@fleetdeck/contract/plans'
import { platforms } from '@fleetdeck/contract/platforms'
import { posts } from '@fleetdeck/contract/posts'
import { recordings } from '@fleetdeck/contract/recordings'
import { userRights } from '@fleetdeck/contract/rights'
import { roles, roleUsers } from '@fleetdeck/contract/roles'
import { jobLogs, scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import { scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import { screenLinkPermission, screenLinks } from '@fleetdeck/contract/screen-links'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scriptSources } from '@fleetdeck/contract/script-sources'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { serviceMonitor } from '@fleetdeck/contract/service-monitor'
import { shelves } from '@fleetdeck/contract/shelves'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { systemApi } from '@fleetdeck/contract/system-api'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { tenantChanges, tenants } from '@fleetdeck/contract/tenants'
import { throttles } from '@fleetdeck/contract/throttles'
import { userAccess } from '@fleetdeck/contract/user-access'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import { userImport } from '@fleetdeck/contract/user-import'
import { users } from '@fleetdeck/contract/users'
import { viewAs } from '@fleetdeck/contract/view-as'

/** A menu row shipped with the program. Buttons follow from the contracts that a page uses. */
export interface MenuSeed {
  /** Never changes: it identifies the row. */
  key: string
  type: MenuType
  /** Simplified Chinese; the console shows the catalogue's text of the route path where it has one. */
  title: string
  path: string
  component: string
  icon: string
  permission: string
  children: MenuSeed[]
}

interface Page {
  title: string
  icon: string
  permission: string
  contract?: Contract
  /** Permissions of calls that are not in the contract. */
  extra?: string[]
}

/** `fullPath` from the root; a nested directory stores only its last part. */
const directory = (fullPath: string, title: string, icon: string, children: MenuSeed[]): MenuSeed => ({
  key: fullPath,
  type: MenuType.directory,
  title,
  path: fullPath.lastIndexOf('/') === 0 ? fullPath : lastPart(fullPath),
  component: 'Layout',
  icon,
  permission: '',
  children,
})

const lastPart = (fullPath: string) => fullPath.slice(fullPath.lastIndexOf('/') + 1)

function page(fullPath: string, { title, icon, permission, contract = {}, extra = [] }: Page): MenuSeed {
  const guards = new Set([...Object.values(contract).map((endpoint) => endpoint.permission), ...extra])
  for (const guard of ['public', 'signed-in', permission]) guards.delete(guard)
  return {
    key: fullPath,
    type: MenuType.menu,
    title,
    path: lastPart(fullPath),
    component: fullPath.slice(1),
    icon,
    permission,
    children: [...guards].map(button),
  }
}

/** Calls of a second contract of the same page, whose names may already be in use. */
const prefixed = (prefix: string, contract: Contract): Contract =>
  Object.fromEntries(Object.entries(contract).map(([name, endpoint]) => [`${prefix} ${name}`, endpoint]))

function button(permission: string): MenuSeed {
  return {
    key: permission,
    type: MenuType.button,
    title: permission,
    path: '',
    component: '',
    icon: '',
    permission,
    children: [],
  }
}

const { leases: _leases, giveBack: _giveBack, ...dataWithoutLeases } = dataItems

export const menuSeeds: MenuSeed[] = [
  directory('/device', '设备管理', 'mobile', [
    page('/device/deviceList', {
      title: '设备列表',
      icon: 'mobile',
      permission: 'device/deviceList/list',
      contract: {
        ...devices,
        ...prefixed('batch', deviceBatches),
        ...prefixed('enrolment', enrolmentRequests),
      },
      extra: [rebootPermission, controlPermission, takeControlPermission],
    }),
    page('/device/group', {
      title: '设备分组',
      icon: 'appstore',
      permission: 'device/group/list',
      contract: deviceGroups,
    }),
    page('/device/computer', {
      title: '电脑',
      icon: 'desktop',
      permission: computers.list.permission,
      contract: { ...computers, ...prefixed('shelf', shelves) },
    }),
    page('/device/command', {
      title: '设备命令',
      icon: 'code',
      permission: 'device/command/list',
      contract: commands,
      extra: [shellPermission],
    }),
    page('/device/monitor', {
      title: '设备监控',
      icon: 'dashboard',
      permission: 'device/monitor/list',
      contract: deviceMonitor,
    }),
    page('/device/recording', {
      title: '录屏回放',
      icon: 'desktop',
      permission: 'device/recording/list',
      contract: recordings,
    }),
    page('/device/wall', {
      title: '屏幕墙',
      icon: 'table',
      permission: wallPermission,
      contract: deviceWall,
      extra: [manageLayoutsPermission],
    }),
    page('/device/booking', {
      title: '手机预约',
      icon: 'calendar',
      permission: bookingPermission,
      contract: bookings,
      extra: [manageBookingsPermission],
    }),
    page('/device/screenLink', {
      title: '访客链接',
      icon: 'idcard',
      permission: screenLinkPermission,
      contract: screenLinks,
    }),
    page('/device/enrolmentCode', {
      title: '接入码',
      icon: 'key',
      permission: enrolmentCodes.list.permission,
      contract: enrolmentCodes,
    }),
    page('/device/formerSystem', {
      title: '原系统手机',
      icon: 'link',
      permission: formerPhones.list.permission,
      contract: {
        ...formerPhones,
        ...prefixed('scripts', formerScripts),
        ...prefixed('import', formerImport),
      },
    }),
  ]),
  directory('/task', '任务管理', 'schedule', [
    page('/task/taskList', {
      title: '任务列表',
      icon: 'schedule',
      permission: 'task/task/list',
      contract: tasks,
    }),
    page('/task/run', {
      title: '执行记录',
      icon: 'file-text',
      permission: 'task/run/list',
      contract: taskRuns,
    }),
    page('/task/platform', {
      title: '平台管理',
      icon: 'appstore',
      permission: 'task/platform/list',
      contract: platforms,
    }),
    page('/task/script', {
      title: '脚本管理',
      icon: 'code',
      permission: 'task/script/list',
      contract: { ...scripts, ...scriptTries },
    }),
    page('/task/scriptSource', {
      title: 'Git 仓库',
      icon: 'branches',
      permission: 'task/scriptSource/list',
      contract: scriptSources,
    }),
    page('/task/scriptException', {
      title: '脚本异常',
      icon: 'warning',
      permission: 'task/scriptException/list',
      contract: scriptExceptions,
    }),
  ]),
  directory('/hot', '热更新', 'cloud-upload', [
    page('/hot/hotScript', {
      title: '热更新脚本',
      icon: 'cloud-upload',
      permission: 'hot/hotScript/list',
      contract: hotScripts,
    }),
  ]),
  directory('/dynamic', '动态表', 'table', [
    page('/dynamic/table', {
      title: '动态表设计',
      icon: 'table',
      permission: 'data/dynamicTable/list',
      contract: dynamicTables,
    }),
    page('/dynamic/data', {
      title: '动态数据',
      icon: 'database',
      permission: 'data/dynamicData/list',
      contract: dynamicData,
    }),
  ]),
  directory('/alarm', '设备报警', 'bell', [
    page('/alarm/list', {
      title: '报警列表',
      icon: 'unordered-list',
      permission: 'alarm/list/list',
      contract: alarms,
    }),
    page('/alarm/incident', {
      title: '故障事件',
      icon: 'warning',
      permission: 'alarm/incident/list',
      contract: deviceIncidents,
    }),
    page('/alarm/setting', {
      title: '报警设置',
      icon: 'control',
      permission: 'alarm/setting/list',
      contract: alarmSettings,
    }),
    page('/alarm/message', {
      title: '发送记录',
      icon: 'mail',
      permission: 'alarm/message/list',
      contract: alarmMessages,
    }),
  ]),
  directory('/data', '数据分发', 'database', [
    page('/data/group', {
      title: '数据分组',
      icon: 'group',
      permission: 'data/group/list',
      contract: dataGroups,
    }),
    page('/data/list', {
      title: '数据列表',
      icon: 'unordered-list',
      permission: 'data/list/list',
      // Leases have their own page.
      contract: { ...dataWithoutLeases, ...prefixed('import', dataImport) },
    }),
    page('/data/leases', {
      title: '数据租用',
      icon: 'key',
      permission: 'data/list/leases',
    }),
    page('/data/cache', {
      title: '临时缓存',
      icon: 'cloud-upload',
      permission: 'data/cache/list',
      contract: caches,
    }),
  ]),
  directory('/system', '系统管理', 'setting', [
    page('/system/user', {
      title: '用户管理',
      icon: 'user',
      permission: 'system/auth/userList',
      contract: {
        ...users,
        ...prefixed('cloud', userCloud),
        ...prefixed('import', userImport),
        ...prefixed('access', userAccess),
        ...prefixed('rights', userRights),
        ...prefixed('view', viewAs),
      },
    }),
    page('/system/tenantList', {
      title: '租户',
      icon: 'group',
      permission: tenants.list.permission,
      contract: { ...tenants, ...prefixed('change', tenantChanges) },
    }),
    page('/system/role', {
      title: '角色管理',
      icon: 'team',
      permission: 'system/auth/roleList',
      contract: { ...roles, ...prefixed('users', roleUsers) },
    }),
    page('/system/planList', {
      title: '套餐管理',
      icon: 'profile',
      permission: plans.list.permission,
      contract: plans,
    }),
    page('/system/dept', {
      title: '部门管理',
      icon: 'cluster',
      permission: 'system/auth/deptList',
      // The tree next to the users belongs to their page.
      contract: Object.fromEntries(Object.entries(departments).filter(([name]) => name !== 'tree')),
    }),
    page('/system/post', {
      title: '岗位管理',
      icon: 'idcard',
      permission: 'system/auth/postList',
      contract: posts,
    }),
    // Each area appends its pages: their order is the menu's order.
    page('/system/menu', {
      title: '菜单管理',
      icon: 'unordered-list',
      permission: 'system/auth/menuList',
      contract: menus,
    }),
    page('/system/dict', {
      title: '字典管理',
      icon: 'book',
      permission: 'system/config/dict/type/list',
      contract: dictTypes,
      extra: Object.values(dictItems).map((call) => call.permission),
    }),
    page('/system/config', {
      title: '参数设置',
      icon: 'control',
      permission: 'system/config/sysConfig/list',
      contract: parameterRows,
    }),
    page('/system/notice', {
      title: '通知公告',
      icon: 'notification',
      permission: 'system/notice/list',
      contract: notices,
    }),
    page('/system/accessToken', {
      title: '访问令牌',
      icon: 'key',
      permission: accessTokens.list.permission,
      contract: accessTokens,
    }),
    directory('/system/log', '日志管理', 'file-text', [
      page('/system/log/operlog', {
        title: '操作日志',
        icon: 'form',
        permission: 'system/monitor/operLog',
        contract: operationLogs,
      }),
      page('/system/log/loginlog', {
        title: '登录日志',
        icon: 'idcard',
        permission: 'system/monitor/loginLog',
        contract: loginLogs,
      }),
    ]),
  ]),
  directory('/site', '站点管理', 'global', [
    page('/site/config', {
      title: '站点配置',
      icon: 'control',
      permission: 'site/config/list',
      contract: siteConfig,
      extra: [guardedPermission],
    }),
    page('/site/auth', {
      title: '站点授权',
      icon: 'key',
      permission: licensePermission,
      contract: siteLicense,
    }),
    page('/site/scrcpy', {
      title: 'scrcpy 服务端',
      icon: 'desktop',
      permission: scrcpyServer.one.permission,
      contract: scrcpyServer,
    }),
  ]),
  directory('/monitor', '系统监控', 'dashboard', [
    page('/monitor/online', {
      title: '在线用户',
      icon: 'global',
      permission: 'system/monitor/online/list',
      contract: onlineUsers,
    }),
    page('/monitor/throttle', {
      title: '限流记录',
      icon: 'thunderbolt',
      permission: 'system/monitor/throttle/list',
      contract: throttles,
    }),
    page('/monitor/server', {
      title: '服务监控',
      icon: 'line-chart',
      permission: 'system/monitor/server/list',
      contract: serviceMonitor,
    }),
    page('/monitor/incident', {
      title: '运行事件',
      icon: 'warning',
      permission: 'system/monitor/incident/list',
      contract: incidents,
    }),
    page('/monitor/database', {
      title: '数据库监控',
      icon: 'database',
      permission: 'system/monitor/druid/list',
      contract: databaseMonitor,
    }),
    page('/monitor/cache', {
      title: '缓存监控',
      icon: 'cloud-upload',
      permission: 'system/monitor/cache/list',
      contract: cacheMonitor,
    }),
    page('/monitor/backup', {
      title: '数据备份',
      icon: 'hdd',
      permission: 'system/monitor/backup/list',
      contract: backups,
    }),
    page('/monitor/job', {
      title: '定时任务',
      icon: 'schedule',
      permission: 'system/monitor/job/list',
      contract: { ...scheduledJobs, ...prefixed('log', jobLogs) },
    }),
  ]),
  directory('/tool', '系统工具', 'tool', [
    page('/tool/build', {
      title: '表单构建',
      icon: 'form',
      permission: forms.list.permission,
      contract: forms,
    }),
    page('/tool/gen', {
      title: '代码生成',
      icon: 'code',
      permission: codeGenerator.list.permission,
      contract: codeGenerator,
    }),
    page('/tool/api', {
      title: '系统接口',
      icon: 'api',
      permission: systemApi.document.permission,
      contract: systemApi,
    }),
  ]),
  page('/permission', {
    title: '权限一览',
    icon: 'safety-certificate',
    permission: 'permission/list',
    contract: permissions,
  }),
]
