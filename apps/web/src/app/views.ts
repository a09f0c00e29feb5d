import type { ComponentType } from 'react'

type View = ComponentType
export interface ViewLoader {
  (): Promise<View>
  /** shell: those that are always loaded; all texts of pages by default. */
  texts?: 'shell' | 'guest'
}
export const withShellTexts = (loader: ViewLoader): ViewLoader =>
  Object.assign(loader, { texts: 'shell' as const })

/** View names, as in menu rows, and their pages. */
export const views: Record<string, ViewLoader> = {
  home: withShellTexts(async () => (await import('../features/home/HomePage.tsx')).HomePage),
  'user/profile': async () => (await import('../features/profile/ProfilePage.tsx')).ProfilePage,
  'user/account': async () => (await import('../features/account/AccountPage.tsx')).AccountPage,
  'device/deviceList': async () => (await import('../features/devices/DevicesPage.tsx')).DevicesPage,
  'device/group': async () =>
    (await import('../features/device-groups/DeviceGroupsPage.tsx')).DeviceGroupsPage,
  'device/computer': async () => (await import('../features/computers/ComputersPage.tsx')).ComputersPage,
  'device/command': async () => (await import('../features/commands/CommandsPage.tsx')).CommandsPage,
  'device/monitor': async () => (await import('../features/device-monitor/MonitorPage.tsx')).MonitorPage,
  'device/wall': async () => (await import('../features/device-monitor/wall/WallPage.tsx')).WallPage,
  'device/detail': async () => (await import('../features/device-monitor/DevicePage.tsx')).DevicePage,
  'device/recording': async () => (await import('../features/recordings/RecordingsPage.tsx')).RecordingsPage,
  'device/recordingPlay': async () =>
    (await import('../features/recordings/RecordingPage.tsx')).RecordingPage,
  'device/booking': async () => (await import('../features/bookings/BookingsPage.tsx')).BookingsPage,
  'device/screenLink': async () =>
    (await import('../features/screen-links/ScreenLinksPage.tsx')).ScreenLinksPage,
  'device/enrolmentCode': async () =>
    (await import('../features/enrolment-codes/EnrolmentCodesPage.tsx')).EnrolmentCodesPage,
  'device/formerSystem': async () =>
    (await import('../features/former-system/FormerSystemPage.tsx')).FormerSystemPage,
  'alarm/list': async () => (await import('../features/alarms/AlarmsPage.tsx')).AlarmsPage,
  'alarm/incident': async () =>
    (await import('../features/device-incidents/DeviceIncidentsPage.tsx')).DeviceIncidentsPage,
  'alarm/setting': async () => (await import('../features/alarms/AlarmSettingsPage.tsx')).AlarmSettingsPage,
  'alarm/message': async () => (await import('../features/alarms/AlarmMessagesPage.tsx')).AlarmMessagesPage,
  'task/taskList': async () => (await import('../features/tasks/TasksPage.tsx')).TasksPage,
  'task/run': async () => (await import('../features/tasks/TaskRunsPage.tsx')).TaskRunsPage,
  'task/platform': async () => (await import('../features/platforms/PlatformsPage.tsx')).PlatformsPage,
  'task/script': async () => (await import('../features/scripts/ScriptsPage.tsx')).ScriptsPage,
  'task/scriptSource': async () =>
    (await import('../features/script-sources/ScriptSourcesPage.tsx')).ScriptSourcesPage,
  'task/scriptException': async () =>
    (await import('../features/script-exceptions/ScriptExceptionsPage.tsx')).ScriptExceptionsPage,
  'hot/hotScript': async () => (await import('../features/hot-scripts/HotScriptsPage.tsx')).HotScriptsPage,
  'data/group': async () => (await import('../features/data-groups/DataGroupsPage.tsx')).DataGroupsPage,
  'data/list': async () => (await import('../features/data-items/DataItemsPage.tsx')).DataItemsPage,
  'data/leases': async () => (await import('../features/data-items/LeasesPage.tsx')).LeasesPage,
  'data/cache': async () => (await import('../features/caches/CachesPage.tsx')).CachesPage,
  'dynamic/table': async () =>
    (await import('../features/dynamic-tables/DynamicTablesPage.tsx')).DynamicTablesPage,
  'dynamic/data': async () => (await import('../features/dynamic-data/DynamicDataPage.tsx')).DynamicDataPage,
  'system/user': async () => (await import('../features/users/UsersPage.tsx')).UsersPage,
  'system/tenantList': async () => (await import('../features/tenants/TenantsPage.tsx')).TenantsPage,
  'system/role': async () => (await import('../features/roles/RolesPage.tsx')).RolesPage,
  'system/roleEdit': async () => (await import('../features/roles/RoleEditPage.tsx')).RoleEditPage,
  'system/roleUsers': async () => (await import('../features/roles/RoleUsersPage.tsx')).RoleUsersPage,
  'system/planList': async () => (await import('../features/plans/PlansPage.tsx')).PlansPage,
  'system/dept': async () => (await import('../features/departments/DepartmentsPage.tsx')).DepartmentsPage,
  'system/post': async () => (await import('../features/posts/PostsPage.tsx')).PostsPage,
  'system/menu': async () => (await import('../features/menus/MenusPage.tsx')).MenusPage,
  'system/dict': async () => (await import('../features/dictionaries/DictTypesPage.tsx')).DictTypesPage,
  'system/dict/dataList': async () =>
    (await import('../features/dictionaries/DictDataPage.tsx')).DictDataPage,
  'system/config': async () => (await import('../features/parameters/ParametersPage.tsx')).ParametersPage,
  'system/notice': async () => (await import('../features/notices/NoticesPage.tsx')).NoticesPage,
  'system/accessToken': async () =>
    (await import('../features/access-tokens/AccessTokensPage.tsx')).AccessTokensPage,
  'system/log/operlog': async () =>
    (await import('../features/operation-logs/OperationLogsPage.tsx')).OperationLogsPage,
  'system/log/loginlog': async () => (await import('../features/login-logs/LoginLogsPage.tsx')).LoginLogsPage,
  'monitor/throttle': async () => (await import('../features/throttles/ThrottlesPage.tsx')).ThrottlesPage,
  'monitor/online': async () =>
    (await import('../features/online-users/OnlineUsersPage.tsx')).OnlineUsersPage,
  'site/auth': async () => (await import('../features/license/LicensePage.tsx')).LicensePage,
  'site/scrcpy': async () =>
    (await import('../features/scrcpy-server/ScrcpyServerPage.tsx')).ScrcpyServerPage,
  'site/config': async () => (await import('../features/parameters/SiteConfigPage.tsx')).SiteConfigPage,
  'monitor/server': async () =>
    (await import('../features/service-monitor/ServiceMonitorPage.tsx')).ServiceMonitorPage,
  'monitor/incident': async () => (await import('../features/incidents/IncidentsPage.tsx')).IncidentsPage,
  'monitor/database': async () =>
    (await import('../features/database-monitor/DatabaseMonitorPage.tsx')).DatabaseMonitorPage,
  'monitor/cache': async () =>
    (await import('../features/cache-monitor/CacheMonitorPage.tsx')).CacheMonitorPage,
  'monitor/backup': async () => (await import('../features/backups/BackupsPage.tsx')).BackupsPage,
  'monitor/job': async () =>
    (await import('../features/scheduled-jobs/ScheduledJobsPage.tsx')).ScheduledJobsPage,
  'monitor/job/log': async () => (await import('../features/scheduled-jobs/JobLogPage.tsx')).JobLogPage,
  'tool/build': async () => (await import('../features/form-builder/FormBuilderPage.tsx')).FormBuilderPage,
  'tool/api': async () => (await import('../features/system-api/SystemApiPage.tsx')).SystemApiPage,
  'tool/gen': async () => (await import('../features/code-generator/GenTablesPage.tsx')).GenTablesPage,
  'tool/gen/edit': async () => (await import('../features/code-generator/GenEditPage.tsx')).GenEditPage,
  permission: async () => (await import('../features/permissions/PermissionsPage.tsx')).PermissionsPage,
}
