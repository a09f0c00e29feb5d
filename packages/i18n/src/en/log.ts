import type { SameKeys } from '../catalogue.ts'
import type { log as zhcn } from '../zhcn/log.ts'

export const log: SameKeys<typeof zhcn> = {
  'session.signedOut': 'Signed out',
  'log.intranet': 'Intranet',
  'log.thisMachine': 'This machine',
  'log.deviceSocket': 'Device commands',
  'log.title': 'Module',
  'log.type': 'Operation',
  'log.operator': 'Operator',
  'log.dept': 'Department',
  'log.method': 'Method',
  'log.address': 'Address',
  'log.ip': 'IP address',
  'log.location': 'Location',
  'log.status': 'Result',
  'log.success': 'Success',
  'log.failure': 'Failure',
  'log.error': 'Error',
  'log.cost': 'Duration (ms)',
  'log.time': 'Time',
  'log.browser': 'Browser',
  'log.os': 'System',
  'log.message': 'Message',
  'log.user': 'User',
  'log.loginTime': 'Signed in',
}
