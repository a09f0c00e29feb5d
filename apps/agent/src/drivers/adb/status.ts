import type { DeviceStatus } from '../device-driver.ts'
import { joinCommands, splitOutputs } from './joined-commands.ts'
import { parseBattery } from './parse/battery.ts'
import { parseBrightness } from './parse/display.ts'
import { parseMemory } from './parse/memory.ts'
import { parseStorage } from './parse/storage.ts'
import type { AdbShell } from './shell.ts'

const line = joinCommands([
  'dumpsys battery',
  "dumpsys display | grep -E 'm(Current)?ScreenBrightness(Setting)?[=:]'",
  'settings get system screen_brightness',
  'cat /proc/meminfo',
  'df -k /data',
])

/** runMode: a short name for how the phone is controlled. */
export async function readStatus(shell: AdbShell, runMode: string): Promise<DeviceStatus> {
  return toStatus(splitOutputs((await shell.run(line)).stdout), runMode)
}

export function toStatus(outputs: string[], runMode: string): DeviceStatus {
  const [battery = '', display = '', setting = '', memory = '', storage = ''] = outputs
  const brightness = parseBrightness(display, setting)
  return {
    runMode,
    serviceOk: true,
    ...parseBattery(battery),
    ...(brightness !== undefined && { brightness }),
    ...parseMemory(memory),
    ...parseStorage(storage),
  }
}
