import { createHash } from 'node:crypto'
import type { DeviceIdentity } from '../device-driver.ts'

/** The properties that distinguish simulated phones; the same hardwareId gives the same phone after every start. */
export interface Profile {
  identity: DeviceIdentity
  /** The layout size of the screen in portrait; its pixels are this times the density. */
  width: number
  height: number
  density: number
  /** Bytes. */
  memory: number
  storage: number
  /** Index into the wallpapers. */
  wallpaper: number
  /** Pseudo-random per phone, constant for one phone: 0 to 1. */
  chance: readonly number[]
}

const gigabyte = 2 ** 30
const short = { width: 360, height: 640 }
const tall = { width: 360, height: 780 }

const models = [
  { brand: 'Xiaomi', model: 'Xiaomi 14', android: '14', size: tall, memory: 12, storage: 256 },
  { brand: 'HUAWEI', model: 'nova 9', android: '12', size: short, memory: 8, storage: 128 },
  { brand: 'OPPO', model: 'Reno11', android: '14', size: tall, memory: 12, storage: 256 },
  { brand: 'vivo', model: 'X100', android: '14', size: short, memory: 16, storage: 512 },
  { brand: 'HONOR', model: 'Magic6', android: '14', size: tall, memory: 12, storage: 256 },
  { brand: 'Redmi', model: 'Note 12', android: '13', size: short, memory: 6, storage: 128 },
  { brand: 'samsung', model: 'Galaxy A54', android: '13', size: tall, memory: 8, storage: 128 },
  { brand: 'realme', model: 'GT Neo5', android: '13', size: short, memory: 8, storage: 256 },
]

export function createProfile(index: number, hardwareId: string, density = 1): Profile {
  const model = models[index % models.length] as (typeof models)[number]
  const digest = createHash('sha256').update(hardwareId).digest()
  return {
    identity: {
      hardwareId,
      brand: model.brand,
      model: model.model,
      imei: makeImei(digest),
      osVersion: `Android ${model.android}`,
      apkVersion: '1.0.0',
    },
    ...model.size,
    density,
    memory: model.memory * gigabyte,
    storage: model.storage * gigabyte,
    wallpaper: index,
    chance: Array.from(digest.subarray(8, 16), (byte) => byte / 255),
  }
}

/** Fifteen digits, the last being the check digit of real ones. */
function makeImei(digest: Buffer): string {
  const digits = [8, 6, ...Array.from(digest.subarray(0, 12), (byte) => byte % 10)]
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`
}
