import type { GrowthDay } from '@fleetdeck/contract/tenants'
import type { LinePoint } from '../charts/draw-line.ts'

/** A calendar day, shown as that day in every time zone. */
const startOf = (day: string) => new Date(`${day}T00:00`).getTime()

/** The day that follows. */
function nextDay(day: string): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** Beyond this, a line of quotas would flatten that of devices. */
const mostTimes = 4

/**
 * Recorded days as lines of devices and of quotas; days that were not recorded are gaps. Quotas far above the devices
 * are left out.
 */
export function growthLines(days: readonly GrowthDay[], until: string, count: number) {
  const known = new Map(days.map((day) => [day.day, day]))
  const first = new Date(`${until}T00:00Z`)
  first.setUTCDate(first.getUTCDate() - count + 1)
  const devices: LinePoint[] = []
  const given: LinePoint[] = []
  for (let day = first.toISOString().slice(0, 10); day <= until; day = nextDay(day)) {
    const at = startOf(day)
    const recorded = known.get(day)
    devices.push([at, recorded?.devices ?? null])
    given.push([at, recorded?.given ?? null])
  }
  const mostDevices = Math.max(1, ...days.map((day) => day.devices))
  const mostGiven = Math.max(0, ...days.map((day) => day.given ?? 0))
  const isNear = mostGiven > 0 && mostGiven <= mostTimes * mostDevices
  const range = [devices[0]?.[0] ?? 0, devices.at(-1)?.[0] ?? 0] as const
  const recorded = devices.filter(([, value]) => value !== null).length
  return { devices, given: isNear ? given : undefined, range, recorded }
}
