import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { Contract } from '@fleetdeck/contract/endpoint'
import { MenuType } from '@fleetdeck/contract/enums'

/** A row of the menu that the program brings along. Buttons follow from the contracts that a page uses. */
export interface MenuSeed {
  /** Stays the same for ever: it is how the row is found again. */
  key: string
  type: MenuType
  /** Simplified Chinese; the console shows the catalogue's text of the route path where it has one. */
  title: string
  path: string
  component: string
  icon: string
  permission: string
  children: MenuSeed[]
}

interface Page {
  title: string
  icon: string
  permission: string
  contract?: Contract
  /** Permissions of calls that are not in the contract. */
  extra?: string[]
}

const directory = (path: string, title: string, icon: string, children: MenuSeed[]): MenuSeed => ({
  key: path,
  type: MenuType.directory,
  title,
  path,
  component: 'Layout',
  icon,
  permission: '',
  children,
})

function page(fullPath: string, { title, icon, permission, contract = {}, extra = [] }: Page): MenuSeed {
  const guards = new Set([...Object.values(contract).map((endpoint) => endpoint.permission), ...extra])
  for (const guard of ['public', 'signed-in', permission]) guards.delete(guard)
  return {
    key: fullPath,
    type: MenuType.menu,
    title,
    path: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    component: fullPath.slice(1),
    icon,
    permission,
    children: [...guards].map(button),
  }
}

function button(permission: string): MenuSeed {
  return {
    key: permission,
    type: MenuType.button,
    title: permission,
    path: '',
    component: '',
    icon: '',
    permission,
    children: [],
  }
}

export const menuSeeds: MenuSeed[] = [
  directory('/device', '设备管理', 'mobile', [
    page('/device/deviceList', {
      title: '设备列表',
      icon: 'mobile',
      permission: 'device/deviceList/list',
      contract: devices,
      extra: ['device/deviceList/reboot'],
    }),
    page('/device/group', {
      title: '设备分组',
      icon: 'appstore',
      permission: 'device/group/list',
      contract: deviceGroups,
    }),
  ]),
  directory('/system', '系统管理', 'setting', [
    // Each area appends its pages: their order is the order of the menu.
  ]),
]
