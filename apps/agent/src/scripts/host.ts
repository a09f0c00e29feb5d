import { httpCalls } from '@fleetdeck/contract/script-api/http'
import { screenCalls } from '@fleetdeck/contract/script-api/screen'
import type { DeviceDriver, LogLevel } from '../drivers/device-driver.ts'
import { checkedCaller } from './calls/checked-caller.ts'
import { createContext } from './calls/context.ts'
import { deviceCaller } from './calls/device.ts'
import { elementMethods } from './calls/element-methods.ts'
import { isLocalCall, refuseLocalCall } from './calls/local-refusals.ts'
import { type OperatorContext, operatorCaller } from './calls/operators.ts'
import { type DataCallsDeps, dataCalls } from './data-calls.ts'
import { type HttpAllowance, requestOutside } from './http-host.ts'
import { rapiCalls } from './rapi-calls.ts'
import type { ScriptHost } from './script-process.ts'
import type { SettingChanges } from './setting-changes.ts'

export interface HostDeps extends DataCallsDeps {
  driver: DeviceDriver
  http: HttpAllowance
  run: Pick<OperatorContext, 'leftMs'> & { id: string }
  deviceNo: () => string
  /** Settings that the script changes. */
  changes: SettingChanges
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
  const { driver, rapi, http, deviceNo, log, removeScriptFile, texts, signal, run: ofRun, changes } = deps
  const data = dataCalls(deps)
  const pace = linePace()
  const context = createContext({ driver, texts, signal, changes })
  const device = deviceCaller(context)
  const own: Record<string, (args: unknown[]) => unknown> = {
    ...elementMethods(context),
    log: async ([level, msg]) => {
      await pace()
      log(levels.includes(String(level)) ? (level as LogLevel) : 'info', String(msg))
    },
    'ecloud.getDeviceNo': () => deviceNo(),
    'ecloud.getDeviceId': () => driver.identity.hardwareId,
    'ecloud.getCloudUrl': () => rapi.servers.current.origin,
    'ecloud.removeScriptFile': () => removeScriptFile(),
  }
  const outside = checkedCaller(
    'http',
    httpCalls,
    { request: ({ request }) => requestOutside(http, request, texts) },
    texts,
  )

  const { id: runId, leftMs } = ofRun
  const operators = operatorCaller({ driver, texts, signal, rapi, log, runId, leftMs })

  const answer = async (name: string, args: unknown[]) => {
    const run = Object.hasOwn(own, name) ? own[name] : undefined
    if (run) return run(args)
    if (isLocalCall(name)) return refuseLocalCall(name, args, texts)
    if (!name.includes('.')) return operators(name, args)
    const [object, call = ''] = name.split('.')
    if (object === 'device') return device(call, args)
    if (object === 'http') return outside(call, args)
    // The server checks the arguments.
    if (object === 'ecloud' && rapiCalls.has(call)) return data(call, args[0])
    throw new Error(`${name} is not known`)
  }

  return async (name, args) => {
    try {
      return await answer(name, args)
    } finally {
      if (!isLook(name)) context.looks.acted()
    }
  }
}

/** Calls that do not change the screen. */
const isLook = (name: string) =>
  name === 'log' || (name.startsWith('device.') && Object.hasOwn(screenCalls, name.slice('device.'.length)))
