import type { SameKeys } from '../catalogue.ts'
import type { storage as zhcn } from '../zhcn/storage.ts'

export const storage: SameKeys<typeof zhcn> = {
  'storage.full':
    'Storage of {{limit}} MB is full ({{used}} MB used). Delete files or recordings, or ask your administrator for more.',
  'storage.tenantFull':
    'The tenant’s storage of {{limit}} MB is full ({{used}} MB used). Delete files or recordings, or ask your administrator for more.',
  'storage.accountFull':
    'The account’s storage of {{limit}} MB is full ({{used}} MB used, users below included). Delete files or recordings, or ask your parent user for more.',
  'storage.poolFull':
    'The storage of {{limit}} MB of an account above is full ({{used}} MB used, all users below included). Delete files or recordings, or ask your parent user for more.',
  'storage.temporaryFull':
    'Too many exports and files from phones ({{used}} MB). Download them, or wait a day until they are deleted.',
  'storage.title': 'Storage',
  'storage.own': 'Yours',
  'storage.tenant': 'Tenant ({{count}} {{count|user|users}})',
  'storage.ownAccount': 'Account with users below',
  'storage.accountAbove': 'Account above with users below',
  'storage.temporary': 'Temporary files',
  'storage.temporaryHint': 'Exports and files from phones. They are deleted after a day.',
  'storage.of': '{{used}} of {{limit}}',
  'storage.unlimited': '{{used}}, unlimited',
  'storage.parts': 'Files {{files}}, recordings {{recordings}}, caches {{caches}}',
}
