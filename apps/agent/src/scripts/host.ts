import type { DeviceDriver, LogLevel } from '../drivers/device-driver.ts'
import { type DataCallsDeps, dataCalls } from './data-calls.ts'
import { type DeviceHost, deviceHost } from './device-host.ts'
import { type HttpAllowance, oidcRequest } from './http-host.ts'
import { rapiCalls } from './rapi-calls.ts'
import type { ScriptHost } from './script-process.ts'

export interface HostDeps extends DataCallsDeps {
  driver: DeviceDriver
  http: HttpAllowance
  deviceNo: () => string
  /** Forgets the cached file of this script, so that the next run fetches it again. */
  removeScriptFile: () => Promise<void>
}

/** Burst of lines; a script that writes more is slowed down to this number per second. */
const burstLines = 200
const linesPerSecond = 100
const levels = ['debug', 'info', 'warn', 'error']

/** Slows a script down instead of losing its lines or flooding the log. */
function linePace() {
  let room = burstLines
  let at = performance.now()
  return async () => {
    const now = performance.now()
    room = Math.min(burstLines, room + ((now - at) / 1000) * linesPerSecond)
    at = now
    room -= 1
    if (room < 0) await new Promise((resolve) => setTimeout(resolve, (-room / linesPerSecond) * 1000))
  }
}

/** The functions by which scripts leave their sandbox, by name; see docs/script-api.md. */
export function scriptHost(deps: HostDeps): ScriptHost {
  const { driver, rapi, http, deviceNo, log, removeScriptFile } = deps
  const device: DeviceHost = deviceHost(driver)
  const data = dataCalls(deps)
  const pace = linePace()
  const own: Record<string, (args: unknown[]) => unknown> = {
    log: async ([level, msg]) => {
      await pace()
      log(levels.includes(String(level)) ? (level as LogLevel) : 'info', String(msg))
    },
    'http.request': ([request]) => oidcRequest(http, request),
    'ecloud.getDeviceNo': () => deviceNo(),
    'ecloud.getDeviceId': () => driver.identity.hardwareId,
    'ecloud.getCloudUrl': () => rapi.server.origin,
    'ecloud.removeScriptFile': () => removeScriptFile(),
  }
  return async (name, args) => {
    const run = Object.hasOwn(own, name) ? own[name] : undefined
    if (run) return run(args)
    const [space, call = ''] = name.split('.')
    if (space === 'device') return device(call, args)
    if (space === 'ecloud' && rapiCalls.has(call)) return data(call, args[0])
    throw new Error(`${name} is not known`)
  }
}
