import type { DeviceStatus } from '../../device-driver.ts'

const kilo = 1024

/** `df -k /data`: size, used, available, percent; a long file system name is on a separate line. */
export function parseStorage(text: string): Pick<DeviceStatus, 'sdCardSpace' | 'sdCardLeftSpace'> {
  const [, size, , left] = /\s(\d+)\s+(\d+)\s+(\d+)\s+\d+%/.exec(text) ?? []
  if (!size || !left) return {}
  return { sdCardSpace: Number(size) * kilo, sdCardLeftSpace: Number(left) * kilo }
}
