import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of a device or hub in sysfs: its path, then files with their content. */
type UsbFiles = Record<string, Record<string, string>>

const hub = (ports: string, more: Record<string, string>) => ({
  bDeviceClass: '09',
  maxchild: ports,
  ...more,
})
const phone = { bDeviceClass: '00', maxchild: '0', speed: '480' }

/**
 * A rack as Linux shows it: the root hub of the kernel, a powered hub with VIA's chip, and phones with the ids of their
 * makers' debugging modes (usb.ids of linux-usb.org, 51-android.rules of the Android project).
 */
const rack: UsbFiles = {
  usb1: hub('4', {
    ...{ idVendor: '1d6b', idProduct: '0002', busnum: '1', devnum: '1', speed: '480' },
    ...{ manufacturer: 'Linux 6.1.0-28-amd64 xhci-hcd', product: 'xHCI Host Controller' },
    serial: '0000:00:14.0',
  }),
  '1-4': hub('4', {
    ...{ idVendor: '2109', idProduct: '2817', busnum: '1', devnum: '2', speed: '480' },
    ...{ manufacturer: 'VIA Labs, Inc.', product: 'USB2.0 Hub' },
  }),
  '1-4.1': {
    ...phone,
    ...{ idVendor: '18d1', idProduct: '4ee7', busnum: '1', devnum: '5' },
    ...{ manufacturer: 'Google', product: 'Pixel 6a', serial: 'PIXEL' },
  },
  '1-4.2': {
    ...phone,
    ...{ idVendor: '2717', idProduct: 'ff48', busnum: '1', devnum: '6' },
    ...{ manufacturer: 'Xiaomi', product: 'SDM710-MTP _SN:1A2B', serial: 'REDMI' },
  },
  '1-4:1.0': { bInterfaceClass: '09' },
}

/** A folder like /sys/bus/usb/devices. Values end with a line break, as there. */
export async function writeUsbFolder(folder: string, devices = rack): Promise<string> {
  for (const [path, files] of Object.entries(devices)) {
    await mkdir(join(folder, path), { recursive: true })
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, path, name), `${text}\n`)
  }
  return folder
}
