import type { SameKeys } from '../catalogue.ts'
import type { storage as zhcn } from '../zhcn/storage.ts'

export const storage: SameKeys<typeof zhcn> = {
  'storage.full':
    '儲存空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡管理員提高上限。',
  'storage.tenantFull':
    '租戶共用的儲存空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡管理員提高上限。',
  'storage.accountFull':
    '帳號的儲存空間已滿（含下層，上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡上層提高上限。',
  'storage.poolFull':
    '上層帳號的儲存空間已滿（含所有下層，上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡上層提高上限。',
  'storage.temporaryFull':
    '匯出檔與從手機取回的檔案過多（已用 {{used}} MB）。請先下載，或等待一天後自動刪除。',
  'storage.title': '儲存空間',
  'storage.own': '本人',
  'storage.tenant': '租戶（{{count}} 位使用者）',
  'storage.ownAccount': '本帳號及下層',
  'storage.accountAbove': '上層帳號及其下層',
  'storage.temporary': '暫存檔',
  'storage.temporaryHint': '匯出檔與從手機取回的檔案，一天後自動刪除',
  'storage.of': '{{used}} / {{limit}}',
  'storage.unlimited': '{{used}}，不限',
  'storage.parts': '檔案 {{files}}、錄影 {{recordings}}、快取 {{caches}}',
}
