import type { UsbNode } from '@fleetdeck/contract/computer-socket'
import { expect, test } from 'vitest'
import { toHubs } from './usb-ports.ts'

const node = (path: string, more: Partial<UsbNode> = {}): UsbNode => ({
  ...{ path, kind: 'device', vendorId: '18d1', productId: '4ee7', words: '' },
  ...more,
})
const hub = (path: string, more: Partial<UsbNode> = {}) => node(path, { kind: 'hub', ...more })

test('a hub has a port for each that it reports, and more if something is plugged in beyond', () => {
  const [root] = toHubs([hub('usb1', { ports: 2 }), node('1-4')])
  expect(root?.ports.map(({ number, node }) => [number, node?.path])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, '1-4'],
  ])
})

test('hubs are below the hub that they are plugged into, and ports without power are marked', () => {
  const [root] = toHubs([hub('usb1'), hub('1-4', { ports: 4, portsOff: [3] }), node('1-4.2'), hub('1-4.4')])
  expect(root?.hubs.map(({ node: { path } }) => path)).toEqual(['1-4'])
  const [four] = root?.hubs ?? []
  expect(four?.ports.map(({ isOff }) => isOff)).toEqual([false, false, true, false])
  expect(four?.hubs.map(({ node: { path } }) => path)).toEqual(['1-4.4'])
})

test('a hub whose parent is not reported is at the top', () => {
  expect(toHubs([hub('2-1.3'), node('2-1.3.1')]).map(({ node: { path } }) => path)).toEqual(['2-1.3'])
})
