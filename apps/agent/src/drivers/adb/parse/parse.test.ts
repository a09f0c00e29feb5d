import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseDeviceList } from '../device-list.ts'
import { readIdentity } from '../identity.ts'
import { toStatus } from '../status.ts'
import { parseMemory } from './memory.ts'
import { parseProperties } from './properties.ts'

/** Written from the public formats of these versions, not recorded from phones. */
const sample = (name: string) => {
  const file = join(import.meta.dirname, 'samples', `${name}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
const kB = 1024
const listed = { listedSerial: 'listed', sharedSerials: [] }

describe.each([
  {
    phone: 'android-8-samsung',
    identity: {
      hardwareId: 'adb-ce0217121a2b3c4d05',
      brand: 'samsung',
      model: 'SM-G950F',
      osVersion: 'Android 8.0.0',
    },
    sdk: 26,
    status: { battery: 64, charging: true, batteryTemp: 28.7, brightness: 102 },
    kilobytes: [3735460, 1544996, 55923056, 34334104],
  },
  {
    phone: 'android-11-xiaomi',
    identity: { hardwareId: 'adb-9a8b7c6d', brand: 'Redmi', model: 'Redmi K30 Pro', osVersion: 'Android 11' },
    sdk: 30,
    status: { battery: 100, charging: true, batteryTemp: 33.5, brightness: 102 },
    kilobytes: [5711408, 2410968, 110301508, 68150024],
  },
  {
    phone: 'android-13-oppo',
    identity: {
      hardwareId: 'adb-f00dbabe',
      brand: 'OPPO',
      model: 'OPPO Find X6',
      osVersion: 'Android 13 · ColorOS 13.0',
    },
    sdk: 33,
    status: { battery: 41, charging: true, batteryTemp: 30.6, brightness: 87 },
    kilobytes: [11652340, 5023100, 228442112, 138100112],
  },
  {
    phone: 'android-15-pixel',
    identity: {
      hardwareId: 'adb-3A251FDJH00123',
      brand: 'google',
      model: 'Pixel 8',
      osVersion: 'Android 15',
    },
    sdk: 35,
    status: { battery: 83, charging: false, batteryTemp: 26.4, brightness: 45 },
    kilobytes: [7840480, 3916280, 112909316, 74660824],
  },
])('$phone', ({ phone, identity, sdk, status, kilobytes }) => {
  test('is identified by its properties', () => {
    const info = readIdentity(parseProperties(sample(`${phone}.getprop`)), listed, {})
    expect(info).toEqual({ identity: { imei: '', apkVersion: '', ...identity }, sdk })
  })

  test('reports its status', () => {
    const parts = ['battery', 'display', 'brightness', 'meminfo', 'df'].map((part) =>
      sample(`${phone}.${part}`),
    )
    const [total = 0, available = 0, space = 0, left = 0] = kilobytes
    expect(toStatus(parts, 'adb')).toEqual({
      runMode: 'adb',
      serviceOk: true,
      ...status,
      totalMemory: total * kB,
      availMemory: available * kB,
      sdCardSpace: space * kB,
      sdCardLeftSpace: left * kB,
    })
  })
})

test('a phone that reports nothing has no values instead of wrong ones', () => {
  expect(toStatus([], 'adb')).toEqual({ runMode: 'adb', serviceOk: true })
  expect(
    toStatus(["Can't find service: battery", '', 'null', '', 'df: /data: Permission denied'], 'adb'),
  ).toEqual({
    runMode: 'adb',
    serviceOk: true,
  })
})

test('an old kernel’s free memory includes its caches', () => {
  expect(parseMemory(sample('old-kernel.meminfo'))).toEqual({
    totalMemory: 1911792 * kB,
    availMemory: (60744 + 660128) * kB,
  })
})

test('a phone without a serial number is identified by its name in adb, with only the characters allowed in an id', () => {
  const unnamed = { listedSerial: '192.168.1.5:5555', sharedSerials: [] }
  expect(readIdentity(new Map(), unnamed, {}).identity.hardwareId).toBe('adb-192.168.1.5:5555')
  expect(readIdentity(new Map([['ro.serialno', '手 机 7B']]), listed, {}).identity.hardwareId).toBe('adb-7B')
})

test('the list of adb is parsed with every state that adb reports', () => {
  const text = `R58M1234               device usb:1-1 product:beyond1 model:SM_G973F device:beyond1 transport_id:3
0a1b2c3d               unauthorized usb:1-2 transport_id:4
192.168.1.5:5555       offline transport_id:5
99887766               no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-3 transport_id:6

`
  expect(parseDeviceList(text)).toEqual([
    { serial: 'R58M1234', state: 'device', transportId: '3', port: '1-1' },
    { serial: '0a1b2c3d', state: 'unauthorized', transportId: '4', port: '1-2' },
    { serial: '192.168.1.5:5555', state: 'offline', transportId: '5' },
    { serial: '99887766', state: 'no permissions', transportId: '6', port: '1-3' },
  ])
  expect(parseDeviceList('')).toEqual([])
})
