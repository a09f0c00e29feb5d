import type { SameKeys } from '../catalogue.ts'
import type { storage as zhcn } from '../zhcn/storage.ts'

export const storage: SameKeys<typeof zhcn> = {
  'storage.full':
    'Storage is full ({{used}} of {{limit}} MB used). Delete files or recordings, or ask an administrator for more.',
  'storage.tenantFull':
    'The tenant’s shared storage is full ({{used}} of {{limit}} MB used). Delete files or recordings, or ask an administrator for more.',
  'storage.accountFull':
    'Storage of this user and their sub-users is full ({{used}} of {{limit}} MB used). Delete files or recordings, or ask the parent user for more.',
  'storage.poolFull':
    'Storage of a parent user and all their sub-users is full ({{used}} of {{limit}} MB used). Delete files or recordings, or ask the parent user for more.',
  'storage.temporaryFull':
    'Space for temporary files is full ({{used}} of {{limit}} MB used). Download exports and files from phones, or wait a day until they are deleted.',
  'storage.temporaryFiles':
    'The limit of {{count}} temporary files is reached. Download exports and files from phones, or wait a day until they are deleted.',
  'storage.title': 'Storage',
  'storage.own': 'Your data',
  'storage.tenant': 'Tenant ({{count}} {{count|user|users}})',
  'storage.ownAccount': 'User and sub-users',
  'storage.accountAbove': 'Parent user and sub-users',
  'storage.temporary': 'Temporary files',
  'storage.temporaryHint': 'Exports and files from phones, deleted automatically after a day',
  'storage.of': '{{used}} of {{limit}}',
  'storage.unlimited': '{{used}}, no limit',
  'storage.parts': 'Files {{files}}, recordings {{recordings}}, caches {{caches}}',
}
