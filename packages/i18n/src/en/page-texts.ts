import { accessToken } from './access-token.ts'
import { administration } from './administration.ts'
import { alarm } from './alarms.ts'
import { author } from './author.ts'
import { backup } from './backup.ts'
import { booking } from './booking.ts'
import { button } from './button.ts'
import { capability } from './capability.ts'
import { command } from './command.ts'
import { computer } from './computer.ts'
import { cron } from './cron.ts'
import { device } from './device.ts'
import { deviceIncident } from './device-incidents.ts'
import { diagnosis } from './diagnosis.ts'
import { dictionary } from './dictionary.ts'
import { dynamic } from './dynamic.ts'
import { enrolment } from './enrolment.ts'
import { errorPage } from './error-page.ts'
import { factor } from './factor.ts'
import { fleet } from './fleet.ts'
import { formBuilder } from './form-builder.ts'
import { formerImport } from './former-import.ts'
import { formerPhone } from './former-phone.ts'
import { formerScript } from './former-scripts.ts'
import { generator } from './generator.ts'
import { incident } from './incident.ts'
import { job } from './job.ts'
import { license } from './license.ts'
import { log } from './log.ts'
import { monitor } from './monitor.ts'
import { noticeEditor } from './notice-editor.ts'
import { online } from './online.ts'
import { organisation } from './organisation.ts'
import { palette } from './palette.ts'
import { parameter } from './parameter.ts'
import { phone } from './phone.ts'
import { phoneCheck } from './phone-check.ts'
import { plans } from './plans.ts'
import { profilePage } from './profile-page.ts'
import { question } from './question.ts'
import { recording } from './recording.ts'
import { removal } from './removal.ts'
import { scrcpy } from './scrcpy.ts'
import { screen } from './screen.ts'
import { screenLink } from './screen-link.ts'
import { script } from './script.ts'
import { scriptExample } from './script-example.ts'
import { scriptSource } from './script-source.ts'
import { service } from './service.ts'
import { sharedData } from './shared-data.ts'
import { storage } from './storage.ts'
import { stores } from './stores.ts'
import { systemApi } from './system-api.ts'
import { task } from './task.ts'
import { tenantUse } from './tenant-use.ts'
import { tenants } from './tenants.ts'
import { throttle } from './throttle.ts'
import { tools } from './tools.ts'
import { upload } from './upload.ts'
import { userAccess } from './user-access.ts'
import { viewAs } from './view-as.ts'
import { wall } from './wall.ts'
import { why } from './why.ts'

/** Texts of pages; loaded with the first of them. */
export const pageTexts = {
  ...accessToken,
  ...systemApi,
  ...formBuilder,
  ...formerPhone,
  ...formerImport,
  ...formerScript,
  ...factor,
  ...author,
  ...organisation,
  ...palette,
  ...parameter,
  ...throttle,
  ...upload,
  ...userAccess,
  ...viewAs,
  ...phone,
  ...phoneCheck,
  ...plans,
  ...capability,
  ...command,
  ...computer,
  ...cron,
  ...device,
  ...scrcpy,
  ...screen,
  ...tools,
  ...profilePage,
  ...noticeEditor,
  ...question,
  ...recording,
  ...removal,
  ...administration,
  ...diagnosis,
  ...dynamic,
  ...dictionary,
  ...enrolment,
  ...errorPage,
  ...fleet,
  ...incident,
  ...job,
  ...log,
  ...monitor,
  ...online,
  ...screenLink,
  ...booking,
  ...button,
  ...alarm,
  ...deviceIncident,
  ...task,
  ...tenants,
  ...service,
  ...backup,
  ...license,
  ...sharedData,
  ...storage,
  ...tenantUse,
  ...stores,
  ...script,
  ...scriptSource,
  ...scriptExample,
  ...wall,
  ...why,
  ...generator,
} as const
