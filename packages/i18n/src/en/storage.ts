import type { SameKeys } from '../catalogue.ts'
import type { storage as zhcn } from '../zhcn/storage.ts'

export const storage: SameKeys<typeof zhcn> = {
  'storage.full':
    'Storage of {{limit}} MB is full ({{used}} MB used). Delete files or recordings, or ask your administrator for more.',
  'storage.tenantFull':
    'The tenant’s storage of {{limit}} MB is full ({{used}} MB used). Delete files or recordings, or ask your administrator for more.',
  'storage.temporaryFull':
    'Too many exports and files from phones ({{used}} MB). Download them, or wait a day until they are deleted.',
  'storage.title': 'Storage',
  'storage.own': 'Yours',
  'storage.tenant': 'Tenant ({{count}} {{count|user|users}})',
  'storage.temporary': 'Temporary files',
  'storage.temporaryHint': 'Exports and files from phones. They are deleted after a day.',
  'storage.of': '{{used}} of {{limit}}',
  'storage.unlimited': '{{used}}, unlimited',
  'storage.parts': 'Files {{files}}, recordings {{recordings}}, caches {{caches}}',
}
