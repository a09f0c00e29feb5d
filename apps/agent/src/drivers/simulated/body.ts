import { clamp } from './geometry.ts'
import type { Profile } from './profile.ts'

/** Values that change with use: battery, temperature, storage. */
export interface Body {
  /** Percent, with fractions. */
  battery: number
  charging: boolean
  /** °C. */
  temperature: number
  /** Bytes. */
  freeMemory: number
  freeStorage: number
  /** ms since 1970 of this state. */
  at: number
}

export interface Load {
  screenOn: boolean
  saver: boolean
}

const minuteMs = 60_000
const chargePerMinute = 0.9
const drainPerMinute = { screenOn: 0.32, screenOff: 0.08 }
const chargeBelow = 18
const unplugAbove = 97
const warmthMinutes = 6
const roomTemperature = 27

export function newBody({ memory, storage, chance }: Profile, now: number): Body {
  const [battery = 0, charging = 0, warmth = 0, free = 0, space = 0] = chance
  return {
    battery: 34 + battery * 62,
    charging: charging < 0.3,
    temperature: roomTemperature + warmth * 5,
    freeMemory: memory * (0.28 + free * 0.25),
    freeStorage: storage * (0.2 + space * 0.5),
    at: now,
  }
}

/** The state at a later time. Charging warms the phone, an empty one is plugged in, a full one unplugged. */
export function advanceBody(body: Body, profile: Profile, load: Load, now: number): Body {
  const minutes = clamp((now - body.at) / minuteMs, 0, 60)
  if (minutes === 0) return body
  const drain = (load.screenOn ? drainPerMinute.screenOn : drainPerMinute.screenOff) * (load.saver ? 0.6 : 1)
  const battery = clamp(body.battery + minutes * (body.charging ? chargePerMinute : -drain), 1, 100)
  const target = roomTemperature + (body.charging ? 9 : 1) + (load.screenOn ? 2.5 : 0)
  const share = 1 - Math.exp(-minutes / warmthMinutes)
  const swing = Math.sin(now / 97_000 + profile.wallpaper) * 0.004 + Math.sin(now / 13_000) * 0.002
  return {
    battery,
    charging: body.charging ? battery < unplugAbove : battery < chargeBelow,
    temperature: body.temperature + (target - body.temperature) * share,
    freeMemory: clamp(body.freeMemory + profile.memory * swing, profile.memory * 0.15, profile.memory * 0.6),
    freeStorage: Math.max(profile.storage * 0.05, body.freeStorage - minutes * 180_000),
    at: now,
  }
}
