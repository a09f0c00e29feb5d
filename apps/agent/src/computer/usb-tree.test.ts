import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseHubs } from './hub-power.ts'
import { writeUsbFolder } from './testing/usb-folder.ts'
import { readUsbNumber, readUsbTree } from './usb-tree.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usb-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the USB tree is read from Linux: hubs before what is plugged into them, without interfaces', async () => {
  expect(await readUsbTree(await writeUsbFolder(folder))).toEqual([
    {
      ...{ path: 'usb1', kind: 'hub', vendorId: '1d6b', productId: '0002', ports: 4, mbitPerSecond: 480 },
      words: 'Linux 6.1.0-28-amd64 xhci-hcd xHCI Host Controller',
      serial: '0000:00:14.0',
    },
    {
      ...{ path: '1-4', kind: 'hub', vendorId: '2109', productId: '2817', ports: 4, mbitPerSecond: 480 },
      words: 'VIA Labs, Inc. USB2.0 Hub',
    },
    {
      ...{ path: '1-4.1', kind: 'device', vendorId: '18d1', productId: '4ee7', mbitPerSecond: 480 },
      ...{ words: 'Google Pixel 6a', serial: 'PIXEL' },
    },
    {
      ...{ path: '1-4.2', kind: 'device', vendorId: '2717', productId: 'ff48', mbitPerSecond: 480 },
      ...{ words: 'Xiaomi SDM710-MTP _SN:1A2B', serial: 'REDMI' },
    },
  ])
  expect(await readUsbNumber('1-4.2', folder)).toBe('001/006')
})

test('a system without that folder has no USB tree', async () => {
  expect(await readUsbTree(join(folder, 'none'))).toBeUndefined()
  expect(await readUsbNumber('1-4', folder)).toBeUndefined()
})

test('hubs whose ports can be switched are read from uhubctl', () => {
  const text = `Current status for hub 1-4 [2109:2817 VIA Labs, Inc. USB2.0 Hub, USB 2.10, 4 ports, ppps]
  Port 1: 0503 power highspeed enable connect [18d1:4ee7 Google Pixel 6a PIXEL]
  Port 2: 0000 off
  Port 3: 0100 power
  Port 4: 0000 off
Current status for hub 2 [1d6b:0003 Linux 6.1.0-28-amd64 xhci-hcd xHCI Host Controller, USB 3.00, 4 ports, ganged]
  Port 1: 02a0 power 5gbps Rx.Detect
`
  expect(parseHubs(text)).toEqual([
    { hub: '1-4', powerSwitching: 'perPort', portsOff: [2, 4] },
    { hub: 'usb2', powerSwitching: 'together', portsOff: [] },
  ])
  expect(parseHubs('No compatible devices detected!\n')).toEqual([])
})
