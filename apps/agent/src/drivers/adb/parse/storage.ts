import type { DeviceStatus } from '../../device-driver.ts'

const kilo = 1024

/** `df -k /data`: size, used, available, percent; a long name of the file system stands on a line of its own. */
export function parseStorage(text: string): Pick<DeviceStatus, 'sdCardSpace' | 'sdCardLeftSpace'> {
  const [, size, , left] = /\s(\d+)\s+(\d+)\s+(\d+)\s+\d+%/.exec(text) ?? []
  if (!size || !left) return {}
  return { sdCardSpace: Number(size) * kilo, sdCardLeftSpace: Number(left) * kilo }
}
