import type { SameKeys } from '../catalogue.ts'
import type { license as zhcn } from '../zhcn/license.ts'

export const license: SameKeys<typeof zhcn> = {
  'license.title': 'Site licence',
  'license.kind': 'Licence type',
  'license.kind.open': 'Unlimited',
  'license.kind.trial': 'Trial',
  'license.kind.code': 'Licence code',
  'license.open': 'No licence key is configured, so devices and time are unlimited',
  'license.serial': 'Serial number',
  'license.devices': 'Licensed devices',
  'license.used': 'Assigned devices',
  'license.expires': 'Expiry',
  'license.customer': 'Issued to',
  'license.issued': 'Issued',
  'license.unlimited': 'Unlimited',
  'license.forEver': 'Never expires',
  'license.left': '{{days}} {{days|day|days}} left',
  'license.code': 'Licence code',
  'license.codeHint': 'Send the serial number to your reseller, then paste the licence code that you receive',
  'license.codeRequired': 'Enter the licence code',
  'license.save': 'Save licence code',
  'license.saved': 'Licence updated',
  'license.domain': 'Public address',
  'license.domainHint': 'Used by phones, QR codes and script downloads, e.g. https://console.example.com',
  'license.saveDomain': 'Save address',
  'license.domainSaved': 'Address saved',
  'license.copyJson': 'Copy site details',
  'license.copied': 'Copied',
  'license.soon':
    'The site licence expires in {{days}} {{days|day|days}}. An administrator must enter a new licence code.',
  'license.expired': 'The site licence has expired. An administrator must enter a new licence code.',
  'license.notNeeded': 'This site is not limited by a licence and needs no licence code',
  'license.codeMalformed': 'The licence code is incomplete. Copy the whole code and try again.',
  'license.codeForged': 'The signature of the licence code is not valid. Ask your reseller for a new code.',
  'license.codeOtherSerial':
    'The licence code is for another site. Ask your reseller for a code for the serial number {{serial}}.',
  'license.codeOlder': 'The licence code is older than the current one. Enter the latest code.',
  'license.codeExpired': 'The licence code has expired. Ask your reseller for a new code.',
  'license.codeSmaller':
    'The licence code allows {{count}} {{count|device|devices}}, but {{used}} {{used|is|are}} assigned. Assigned devices keep working. To add devices, remove {{excess}} first.',
  'license.smallerTitle': 'Save a licence code for fewer devices?',
  'license.devicesFull':
    'The site licence allows {{count}} {{count|device|devices}}. Remove devices, or ask your reseller for a larger licence.',
}
