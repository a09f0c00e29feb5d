import type { SameKeys } from '../catalogue.ts'
import type { storage as zhcn } from '../zhcn/storage.ts'

export const storage: SameKeys<typeof zhcn> = {
  'storage.full':
    '儲存空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡管理員提高上限。',
  'storage.tenantFull':
    '租戶共用的儲存空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡管理員提高上限。',
  'storage.accountFull':
    '此使用者及其下層使用者的儲存空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡上層使用者提高上限。',
  'storage.poolFull':
    '上層使用者及其所有下層使用者的儲存空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請刪除檔案或錄影，或聯絡上層使用者提高上限。',
  'storage.temporaryFull':
    '暫存檔的空間已滿（上限 {{limit}} MB，已用 {{used}} MB）。請下載匯出檔和從手機取回的檔案，或等待一天後自動刪除。',
  'storage.temporaryFiles':
    '暫存檔已達 {{count}} 個上限。請下載匯出檔和從手機取回的檔案，或等待一天後自動刪除。',
  'storage.title': '儲存空間',
  'storage.own': '本人',
  'storage.tenant': '租戶（{{count}} 位使用者）',
  'storage.ownAccount': '使用者及其下層使用者',
  'storage.accountAbove': '上層使用者及其下層使用者',
  'storage.temporary': '暫存檔',
  'storage.temporaryHint': '匯出檔和從手機取回的檔案，一天後自動刪除',
  'storage.of': '{{used}} / {{limit}}',
  'storage.unlimited': '{{used}}，不限',
  'storage.parts': '檔案 {{files}}、錄影 {{recordings}}、快取 {{caches}}',
}
