import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { accessTokenRoutes } from './features/access-tokens/access-tokens.routes.ts'
import { alarmMessageRoutes } from './features/alarms/alarm-messages.routes.ts'
import { alarmSettingRoutes } from './features/alarms/alarm-settings.routes.ts'
import { alarmRoutes } from './features/alarms/alarms.routes.ts'
import { deviceIncidentRoutes } from './features/alarms/device-incidents.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { backupRoutes } from './features/backups/backups.routes.ts'
import { bookingRoutes } from './features/bookings/bookings.routes.ts'
import { cacheMonitorRoutes } from './features/cache-monitor/cache-monitor.routes.ts'
import { cacheRoutes } from './features/caches/caches.routes.ts'
import { codeGeneratorRoutes } from './features/code-generator/code-generator.routes.ts'
import { commandResultRoutes } from './features/commands/command-result.routes.ts'
import { commandRoutes } from './features/commands/commands.routes.ts'
import { agentInstallRoutes } from './features/computers/agent-install.routes.ts'
import { computerRoutes } from './features/computers/computers.routes.ts'
import { dataGroupRoutes } from './features/data-groups/data-groups.routes.ts'
import { dataImportRoutes } from './features/data-items/data-import.routes.ts'
import { dataItemRoutes } from './features/data-items/data-items.routes.ts'
import { databaseMonitorRoutes } from './features/database-monitor/database-monitor.routes.ts'
import { departmentRoutes } from './features/departments/departments.routes.ts'
import { deviceApiRoutes } from './features/device-api/device-api.routes.ts'
import { deviceGroupRoutes } from './features/device-groups/device-groups.routes.ts'
import { deviceMonitorRoutes } from './features/device-monitor/device-monitor.routes.ts'
import { wallLayoutRoutes } from './features/device-monitor/wall-layouts.routes.ts'
import { deviceBatchRoutes } from './features/devices/batch/device-batches.routes.ts'
import { deviceNeighbourRoutes } from './features/devices/device-neighbours.routes.ts'
import { deviceRoutes } from './features/devices/devices.routes.ts'
import { phoneCheckRoutes } from './features/devices/phone-checks.routes.ts'
import { dictItemRoutes } from './features/dictionaries/dict-items.routes.ts'
import { dictTypeRoutes } from './features/dictionaries/dict-types.routes.ts'
import { dynamicDataRoutes } from './features/dynamic-data/dynamic-data.routes.ts'
import { dynamicTableRoutes } from './features/dynamic-tables/dynamic-tables.routes.ts'
import { enrolmentCodeRoutes } from './features/enrolment-codes/enrolment-codes.routes.ts'
import { enrolmentRequestRoutes } from './features/enrolment-requests/enrolment-requests.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { formerImportRoutes } from './features/former-import/former-import.routes.ts'
import { formerPhoneRoutes } from './features/former-phones/former-phones.routes.ts'
import { formerScriptRoutes } from './features/former-scripts/former-scripts.routes.ts'
import { formRoutes } from './features/forms/forms.routes.ts'
import { hotScriptRoutes } from './features/hot-scripts/hot-scripts.routes.ts'
import { incidentRoutes } from './features/incidents/incidents.routes.ts'
import { licenseRoutes } from './features/license/license.routes.ts'
import { loginLogRoutes } from './features/login-logs/login-logs.routes.ts'
import { menuRoutes } from './features/menus/menus.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { onlineUserRoutes } from './features/online-users/online-users.routes.ts'
import { operationLogRoutes } from './features/operation-logs/operation-logs.routes.ts'
import { parameterRoutes } from './features/parameters/parameters.routes.ts'
import { siteConfigRoutes } from './features/parameters/site-config.routes.ts'
import { permissionRoutes } from './features/permissions/permissions.routes.ts'
import { planRoutes } from './features/plans/plans.routes.ts'
import { platformRoutes } from './features/platforms/platforms.routes.ts'
import { postRoutes } from './features/posts/posts.routes.ts'
import { profileRoutes } from './features/profile/profile.routes.ts'
import { recordingRoutes } from './features/recordings/recordings.routes.ts'
import { registerRoutes } from './features/register/register.routes.ts'
import { whyRoutes } from './features/rights/why.routes.ts'
import { roleChangeRoutes } from './features/roles/role-changes.routes.ts'
import { roleUserRoutes } from './features/roles/role-users.routes.ts'
import { roleRoutes } from './features/roles/roles.routes.ts'
import { runQuestionRoutes } from './features/run-questions/run-questions.routes.ts'
import { jobLogRoutes } from './features/scheduled-jobs/job-logs.routes.ts'
import { scheduledJobRoutes } from './features/scheduled-jobs/scheduled-jobs.routes.ts'
import { scrcpyServerRoutes } from './features/scrcpy-server/scrcpy-server.routes.ts'
import { screenLinkRoutes } from './features/screen-links/screen-links.routes.ts'
import { scriptAuthorRoutes } from './features/script-authors/script-authors.routes.ts'
import { scriptExceptionRoutes } from './features/script-exceptions/script-exceptions.routes.ts'
import { scriptSourceRoutes } from './features/script-sources/script-sources.routes.ts'
import { scriptRoutes } from './features/scripts/scripts.routes.ts'
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts'
import { serviceMonitorRoutes } from './features/service-monitor/service-monitor.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { shelfRoutes } from './features/shelves/shelves.routes.ts'
import { siteRoutes } from './features/site/site.routes.ts'
import { storageRoutes } from './features/storage/storage.routes.ts'
import { taskRoutes } from './features/tasks/tasks.routes.ts'
import { ownAccountRoutes } from './features/tenants/own-account.routes.ts'
import { tenantChangeRoutes } from './features/tenants/tenant-changes.routes.ts'
import { tenantRoutes } from './features/tenants/tenants.routes.ts'
import { throttleRoutes } from './features/throttles/throttles.routes.ts'
import { userAccessRoutes } from './features/user-access/user-access.routes.ts'
import { userImportRoutes } from './features/user-import/user-import.routes.ts'
import { userRemovalRoutes } from './features/users/removal.routes.ts'
import { userCloudRoutes } from './features/users/user-cloud.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { viewAsRoutes } from './features/view-as/view-as.routes.ts'
import type { Services } from './services.ts'

type Feature = (app: FastifyInstance, deps: Deps, services: Services) => void

/** Adds the routes of each feature, in this order. A new feature adds its line here. */
export const features: readonly Feature[] = [
  sessionRoutes,
  authRoutes,
  registerRoutes,
  profileRoutes,
  secondFactorRoutes,
  scriptAuthorRoutes,
  storageRoutes,
  licenseRoutes,
  siteRoutes,
  scrcpyServerRoutes,
  userRoutes,
  (app, deps) => userRemovalRoutes(app, deps),
  userCloudRoutes,
  userAccessRoutes,
  viewAsRoutes,
  userImportRoutes,
  tenantRoutes,
  ownAccountRoutes,
  roleRoutes,
  roleUserRoutes,
  roleChangeRoutes,
  whyRoutes,
  planRoutes,
  tenantChangeRoutes,
  departmentRoutes,
  postRoutes,
  deviceGroupRoutes,
  deviceRoutes,
  deviceBatchRoutes,
  deviceNeighbourRoutes,
  phoneCheckRoutes,
  deviceMonitorRoutes,
  computerRoutes,
  agentInstallRoutes,
  shelfRoutes,
  enrolmentCodeRoutes,
  enrolmentRequestRoutes,
  formerPhoneRoutes,
  (app, deps, { recordings }) => recordingRoutes(app, deps, recordings),
  (app, deps, { recorder, commands, tasks }) =>
    deviceApiRoutes(app, deps, { recorder, commands, tasks: tasks.reports }),
  dataGroupRoutes,
  dataItemRoutes,
  dataImportRoutes,
  cacheRoutes,
  dynamicTableRoutes,
  dynamicDataRoutes,
  (app, deps, { commands }) => commandRoutes(app, deps, commands),
  commandResultRoutes,
  platformRoutes,
  (app, deps, { tasks }) => taskRoutes(app, deps, tasks),
  scriptRoutes,
  (app, deps, { sources, pulls }) => scriptSourceRoutes(app, deps, { sources, pulls }),
  formerScriptRoutes,
  scriptExceptionRoutes,
  hotScriptRoutes,
  runQuestionRoutes,
  alarmRoutes,
  deviceIncidentRoutes,
  wallLayoutRoutes,
  bookingRoutes,
  screenLinkRoutes,
  alarmSettingRoutes,
  (app, deps, { alarmSender }) => alarmMessageRoutes(app, deps, alarmSender),
  fileRoutes,
  menuRoutes,
  dictTypeRoutes,
  dictItemRoutes,
  parameterRoutes,
  noticeRoutes,
  operationLogRoutes,
  loginLogRoutes,
  onlineUserRoutes,
  throttleRoutes,
  permissionRoutes,
  accessTokenRoutes,
  formRoutes,
  formerImportRoutes,
  codeGeneratorRoutes,
  siteConfigRoutes,
  (app, deps, { jobs }) => scheduledJobRoutes(app, deps, jobs),
  jobLogRoutes,
  (app, deps, { backups, copies, jobs }) => backupRoutes(app, deps, { backups, copies, jobs }),
  serviceMonitorRoutes,
  (app, deps, { incidents }) => incidentRoutes(app, deps, incidents),
  (app, deps, { open }) => databaseMonitorRoutes(app, deps, open),
  (app, deps, { bus }) => cacheMonitorRoutes(app, deps, bus),
]
