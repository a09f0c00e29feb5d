import type { DeviceStatus } from '../../device-driver.ts'

const charging = 2
const full = 5

/** `dumpsys battery`: level of scale, temperature in tenths of a degree, status 2 charging and 5 full. */
export function parseBattery(text: string): Pick<DeviceStatus, 'battery' | 'charging' | 'batteryTemp'> {
  const level = parseNumber(text, 'level')
  const scale = parseNumber(text, 'scale') || 100
  const tenths = parseNumber(text, 'temperature')
  const status = parseNumber(text, 'status')
  const isPowered = /^\s*(?:AC|USB|Wireless|Dock) powered: true\s*$/m.test(text)
  const percent = level === undefined ? undefined : Math.round((level / scale) * 100)
  return {
    ...(percent !== undefined && percent >= 0 && percent <= 100 && { battery: percent }),
    ...(status !== undefined && { charging: status === charging || (status === full && isPowered) }),
    ...(tenths !== undefined && tenths > -1000 && tenths < 2000 && { batteryTemp: tenths / 10 }),
  }
}

/** The first line with that name: some vendors add a section with the same names. */
function parseNumber(text: string, name: string): number | undefined {
  const found = new RegExp(`^\\s*${name}:\\s*(-?\\d+)\\s*$`, 'm').exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
