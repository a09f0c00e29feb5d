import type { DeviceStatus } from '../../device-driver.ts'

const kilo = 1024

/** /proc/meminfo, in kB. Kernels before 3.14 do not report the available memory. */
export function parseMemory(text: string): Pick<DeviceStatus, 'totalMemory' | 'availMemory'> {
  const total = kilobytes(text, 'MemTotal')
  const free = kilobytes(text, 'MemFree')
  const estimate = free === undefined ? undefined : free + (kilobytes(text, 'Cached') ?? 0)
  const available = kilobytes(text, 'MemAvailable') ?? estimate
  return {
    ...(total !== undefined && { totalMemory: total * kilo }),
    ...(available !== undefined && { availMemory: available * kilo }),
  }
}

function kilobytes(text: string, name: string): number | undefined {
  const found = new RegExp(`^${name}:\\s*(\\d+)\\s*kB`, 'm').exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
