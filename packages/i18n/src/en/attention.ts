import type { SameKeys } from '../catalogue.ts'
import type { attention as zhcn } from '../zhcn/attention.ts'

export const attention: SameKeys<typeof zhcn> = {
  'alarm.kind.offline': 'Offline',
  'alarm.kind.battery': 'Low battery',
  'alarm.kind.memory': 'Low memory',
  'alarm.kind.service': 'Service not running',
  'alarm.kind.hotScript': 'Hot update stopped',
  'alarm.kind.scriptSource': 'Repository unreadable',
  'alarm.ack': 'Acknowledge',
  'alarm.acked': '{{count}} {{count|alarm|alarms}} acknowledged',
  'screen.open': 'Control',
}
