import type { ComponentType } from 'react'

type View = ComponentType
export type ViewLoader = () => Promise<View>

/** View names, as menu rows carry them, and the pages behind them. */
export const views: Record<string, ViewLoader> = {
  home: async () => (await import('../features/home/HomePage.tsx')).HomePage,
  'user/profile': async () => (await import('../features/profile/ProfilePage.tsx')).ProfilePage,
  'device/deviceList': async () => (await import('../features/devices/DevicesPage.tsx')).DevicesPage,
  'device/group': async () =>
    (await import('../features/device-groups/DeviceGroupsPage.tsx')).DeviceGroupsPage,
}
