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
  'deviceIncident.what.offline': '{{count}} {{count|device|devices}} offline',
  'deviceIncident.what.service': 'Service not running on {{count}} {{count|device|devices}}',
  'deviceIncident.what.bot': 'Alarm bot fails',
  'deviceIncident.ended.offline': '{{count}} {{count|device was|devices were}} offline',
  'deviceIncident.ended.service': 'Service was not running on {{count}} {{count|device|devices}}',
  'deviceIncident.ended.bot': 'Alarm bot failed',
  'deviceIncident.cause.computer': 'same computer {{value}}',
  'deviceIncident.cause.address': 'same address {{value}}',
  'deviceIncident.cause.network': 'same network {{value}}',
  'deviceIncident.cause.group': 'same group “{{value}}”',
  'deviceIncident.cause.version': 'same agent version {{value}}',
  'deviceIncident.cause.none': 'same time',
  'deviceIncident.details': 'View incident',
  'deviceIncident.count': '{{count}} device {{count|incident|incidents}}',
}
