import type { SameKeys } from '../catalogue.ts'
import type { enrolment as zhcn } from '../zhcn/enrolment.ts'

export const enrolment: SameKeys<typeof zhcn> = {
  'enrolmentRequest.title': 'Requests',
  'enrolmentRequest.text':
    'These phones enrol as a known one with another key. The agent may have been reinstalled, or somebody may impersonate the phone. Compare the fingerprints before you decide.',
  'enrolmentRequest.known': 'Known phone',
  'enrolmentRequest.asking': 'Phone that asks',
  'enrolmentRequest.brand': 'Brand',
  'enrolmentRequest.model': 'Model',
  'enrolmentRequest.imei': 'IMEI',
  'enrolmentRequest.os': 'OS version',
  'enrolmentRequest.ip': 'Address',
  'enrolmentRequest.key': 'Fingerprint',
  'enrolmentRequest.noKey': 'No key',
  'enrolmentRequest.keyUsed': 'Key used',
  'enrolmentRequest.siteKey': 'Site key',
  'enrolmentRequest.userKey': 'Communication key of {{name}}',
  'enrolmentRequest.first': 'First request',
  'enrolmentRequest.last': 'Last request',
  'enrolmentRequest.times': '{{count}} {{count|time|times}}',
  'enrolmentRequest.state': 'State',
  'enrolmentRequest.waiting': 'Waiting',
  'enrolmentRequest.rejected': 'Rejected',
  'enrolmentRequest.approved': 'Approved, not enrolled yet',
  'enrolmentRequest.approve': 'Approve',
  'enrolmentRequest.reject': 'Reject',
  'enrolmentRequest.approveTitle': 'Approve another key for “{{name}}”?',
  'enrolmentRequest.approveMany': 'Approve other keys for {{count}} {{count|phone|phones}}?',
  'enrolmentRequest.approveHint':
    'The new phone takes over number and data. The known phone is disconnected and cannot connect again.',
  'enrolmentRequest.noKeyHint':
    'Without a key, the approval is for one enrolment from the address {{address}}.',
  'enrolmentRequest.rejectTitle': 'Reject “{{name}}”?',
  'enrolmentRequest.rejectMany': 'Reject {{count}} {{count|request|requests}}?',
  'enrolmentRequest.rejectHint': 'The known phone keeps working. You can approve the request later.',
  'enrolmentRequest.approveDone': 'Approved. The phone enrols within a minute.',
  'enrolmentRequest.rejectDone': 'Rejected',
  'enrolmentRequest.empty': 'No enrolment requests',
  'enrolmentRequest.online': 'Known phone is online',
  'enrolmentRequest.offline': 'Known phone is offline',
  'enrolmentRequest.ofOneDevice': 'Only one request of a device can be approved. Select one.',
}
