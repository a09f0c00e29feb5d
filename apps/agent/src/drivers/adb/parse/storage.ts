import type { DeviceStatus } from '../../device-driver.ts'

const kilo = 1024

/**
 * `df -k /data`: size, used, available, percent; a long file system name is on a separate line. Before Android 6 the
 * sizes have units, and the size of a block comes last: `/data 56G 2G 53G 4096`.
 */
export function parseStorage(text: string): Pick<DeviceStatus, 'sdCardSpace' | 'sdCardLeftSpace'> {
  const [, size, , left] = /\s(\d+)\s+(\d+)\s+(\d+)\s+\d+%/.exec(text) ?? []
  if (size && left) return { sdCardSpace: Number(size) * kilo, sdCardLeftSpace: Number(left) * kilo }
  const [, old, , oldLeft] =
    /^\/data\s+([\d.]+[KMGT])\s+([\d.]+[KMGT])\s+([\d.]+[KMGT])\s+\d+\s*$/m.exec(text) ?? []
  return old && oldLeft ? { sdCardSpace: toBytes(old), sdCardLeftSpace: toBytes(oldLeft) } : {}
}

const toBytes = (amount: string) =>
  Math.round(Number(amount.slice(0, -1)) * kilo ** ('KMGT'.indexOf(amount.slice(-1)) + 1))
