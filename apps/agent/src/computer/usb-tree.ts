import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxUsbNodes, UsbNode, UsbPath } from '@fleetdeck/contract/computer-socket'
import type { z } from 'zod'

/** Where Linux describes its USB devices. */
export const usbDevices = '/sys/bus/usb/devices'
/** bDeviceClass of hubs (USB 2.0, 11.23.1). */
const hubClass = '09'

/**
 * Hubs and devices as Linux describes them (Documentation/ABI/stable/sysfs-bus-usb), hubs before what is plugged into
 * them. Undefined when this system has no such folder, or the user may not read it.
 * @param root a folder with an entry for each of `usb1`, `1-4`, `1-4.2`; those of interfaces, `1-4:1.0`, are ignored
 */
export async function readUsbTree(root = usbDevices): Promise<z.input<typeof UsbNode>[] | undefined> {
  const names = await usbPaths(root)
  if (!names) return undefined
  const nodes = await Promise.all(names.slice(0, maxUsbNodes).map((name) => readNode(root, name)))
  return nodes.filter((node) => node !== undefined)
}

/** What is plugged in, without its description: cheap enough to be asked every few seconds. */
export async function usbPaths(root = usbDevices): Promise<string[] | undefined> {
  const names = await readdir(root).catch(() => undefined)
  return names?.filter((name) => UsbPath.safeParse(name).success).sort(byDepth)
}

const depth = (name: string) => (name.startsWith('usb') ? 0 : name.split('.').length)
const byDepth = (a: string, b: string) => depth(a) - depth(b) || a.localeCompare(b, 'en', { numeric: true })

/** Undefined when it was pulled out meanwhile. */
async function readNode(root: string, name: string): Promise<z.input<typeof UsbNode> | undefined> {
  const value = async (file: string) =>
    (await readFile(join(root, name, file), 'utf8').catch(() => '')).trim()
  const [vendorId, productId, deviceClass, maker, product, serial, speed, ports] = await Promise.all(
    ['idVendor', 'idProduct', 'bDeviceClass', 'manufacturer', 'product', 'serial', 'speed', 'maxchild'].map(
      value,
    ),
  )
  const isHub = deviceClass === hubClass
  const node = UsbNode.safeParse({
    path: name,
    kind: isHub ? 'hub' : 'device',
    vendorId,
    productId,
    words: [maker, product].filter(Boolean).join(' '),
    ...(Number(speed) > 0 && { mbitPerSecond: Number(speed) }),
    ...(isHub && { ports: Number(ports) || 0 }),
    ...(serial && { serial: serial.replaceAll(/\p{Cc}/gu, '').slice(0, 128) }),
  })
  return node.success ? node.data : undefined
}

/** Bus and device number, as usbreset takes them: `001/005`. */
export async function readUsbNumber(path: string, root = usbDevices): Promise<string | undefined> {
  const read = (file: string) => readFile(join(root, path, file), 'utf8').catch(() => '')
  const [bus, device] = await Promise.all([read('busnum'), read('devnum')])
  const three = (text: string) => text.trim().padStart(3, '0')
  return bus && device ? `${three(bus)}/${three(device)}` : undefined
}
