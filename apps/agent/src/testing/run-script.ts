import type { DeviceDriver } from '../drivers/device-driver.ts'
import { type HostDeps, scriptHost } from '../scripts/host.ts'
import { RapiCaller } from '../scripts/rapi-calls.ts'
import { type ScriptEnd, type ScriptHost, ScriptProcess } from '../scripts/script-process.ts'
import { SettingChanges } from '../scripts/setting-changes.ts'
import { agentTexts } from '../texts.ts'

interface RunOptions extends Partial<HostDeps> {
  timeoutSeconds?: number
  task?: object
  /** Sees the calls that leave the sandbox. */
  around?: (host: ScriptHost) => ScriptHost
}

/** Runs a script on a phone; without a server unless `rapi` names one. */
export function runScript(
  driver: DeviceDriver,
  source: string,
  { timeoutSeconds = 60, task = {}, around = (host) => host, ...more }: RunOptions = {},
): Promise<ScriptEnd> {
  const host = scriptHost({
    driver,
    rapi: new RapiCaller({ servers: { current: new URL('http://127.0.0.1:1') }, headers: () => ({}) }),
    http: { hosts: [] },
    run: { id: 'run-1', leftMs: () => process.leftMs },
    deviceNo: () => 'A1',
    waitSeconds: undefined,
    texts: agentTexts.en,
    log: () => undefined,
    removeScriptFile: async () => undefined,
    signal: new AbortController().signal,
    changes: new SettingChanges(),
    ...more,
  })
  const limits = { timeoutSeconds, memoryMegabytes: 64, stackKilobytes: 512 }
  const process = new ScriptProcess({ source, fileName: 'script.js', limits, task, host: around(host) })
  return process.ended
}
