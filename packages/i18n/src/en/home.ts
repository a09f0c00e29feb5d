import type { SameKeys } from '../catalogue.ts'
import type { home as zhcn } from '../zhcn/home.ts'

export const home: SameKeys<typeof zhcn> = {
  'home.morning': 'Good morning, {{name}}',
  'home.afternoon': 'Good afternoon, {{name}}',
  'home.evening': 'Good evening, {{name}}',
  'home.devices': 'Devices',
  'home.online': 'Online',
  'home.offline': 'Offline',
  'home.unassigned': 'Unassigned',
  'home.trouble': 'Trouble',
  'home.lowBattery': 'Battery below {{percent}}%',
  'home.expiring': 'Expiring in {{days}} days',
  'home.chart': 'State and battery',
  'home.chartStates': 'Devices by state',
  'home.chartBattery': 'Devices by battery',
  'home.notices': 'Newest notices',
  'home.noNotices': 'No notices yet',
  'home.deviceCount': '{{count}} devices',
  'home.figureFailed': 'Not available',
  'home.onlineShare': '{{percent}}% of the assigned devices are online',
  'home.noDevices': 'There are no devices yet. Phones appear here once they have enrolled.',
  'home.noRights': 'Your role has nothing to show here yet. Ask an administrator.',
  'home.openDevices': 'Open the device list',
  'home.openUnassigned': 'Assign {{count}} devices',
}
