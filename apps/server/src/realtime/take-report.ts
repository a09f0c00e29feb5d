import type { DeviceId } from '@fleetdeck/contract/ids'
import type { PhoneReport } from '@fleetdeck/contract/phone-socket'
import { reportedMs } from '../platform/core/site-clock.ts'
import { fromPhone } from './bus/messages.ts'
import type { HubContext } from './hub-context.ts'

/** A phone's report, from its socket or a heartbeat over HTTP. */
export function takeReport(context: HubContext, deviceId: DeviceId, report: PhoneReport): void {
  switch (report.action) {
    case 'log': {
      const { level, msg, runId: runKey, at, again: isRepeated = false } = report
      const line = { level, msg, time: reportedMs(at), ...(runKey !== undefined && { runId: runKey }) }
      context.logs.add(deviceId, line, isRepeated)
      context.emit('log', { deviceId, line, isRepeated, ...(runKey !== undefined && { runKey }) })
      break
    }
    case 'commandState': {
      const { cmdSubId, state, msg } = report
      context.emit('commandState', { deviceId, cmdSubId, state, msg })
      const event = { kind: 'commandState', cmdSubId: String(cmdSubId), state, msg } as const
      fromPhone(context.options.bus, deviceId).send(event)
      break
    }
    case 'taskState': {
      const { action: _, runId: runKey, ...state } = report
      context.emit('taskState', { deviceId, runKey, ...state })
      break
    }
    case 'settingsTaken':
      context.emit('settingsTaken', { deviceId, revision: report.revision })
      break
    case 'check':
      context.emit('check', { deviceId, checkedMs: reportedMs(report.at), findings: report.findings })
  }
}
