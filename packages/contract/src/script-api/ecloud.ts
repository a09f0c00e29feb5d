import { z } from 'zod'
import { call } from './call.ts'

const name = z.string()
const count = z.int()
const getType = z.union([z.literal(1), z.literal(2), z.literal(3)])
const ItemShape = z.object({ id: z.int(), name, content: z.string() }).meta({ id: 'DataItem' })
const itemFields = { groupName: name, dataName: name, content: z.string() }
const item = z.strictObject(itemFields).meta({ id: 'DataItemDraft' })
const items = z.strictObject({ groupName: name, dataName: name.optional() }).meta({ id: 'DataItemQuery' })
const lease = z
  .strictObject({ leaseId: name, ids: z.array(z.int()).optional() })
  .meta({ id: 'DataLeaseQuery' })
const selectionFields = {
  tableNameEn: name,
  search: z.record(z.string(), z.string()).optional(),
  query: z.string().optional(),
}
const TableResult = z
  .object({ result: z.object({ data: z.any().optional(), msg: z.string().optional() }) })
  .meta({ id: 'TableResult' })
const dataType = z.union([z.literal(1), z.literal(2), z.literal(3)])
const cacheContent = z.union([z.string(), z.array(z.string())])
const cache = z
  .strictObject({ cacheKey: name, dataType, content: cacheContent, expireTime: z.int().optional() })
  .meta({ id: 'CacheDraft' })
const cacheLine = z.strictObject({ cacheKey: name, content: z.string() }).meta({ id: 'CacheLine' })
const cacheKey = z.strictObject({ cacheKey: name }).meta({ id: 'CacheQuery' })
const counter = z.strictObject({ cacheKey: name, step: z.int().optional() }).meta({ id: 'CacheStep' })

const account = "{ groupName: 'accounts', dataName: 'first', content: 'anna' }"
const withAccount = `ecloud.addData(${account})\n`
const table = [
  'ecloud.dynamicCreateTable({',
  "  tableName: 'Prices', tableNameEn: 'prices',",
  "  columns: [{ columnInfo: 'Price', columnName: 'price', columnSize: 20 }],",
  '})',
  '',
].join('\n')
const withCache =
  "ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })\n"

/** The task, the phone and data that phones share. The server checks the arguments. */
export const ecloudCalls = {
  log: call({ args: { values: z.unknown() }, isRest: true, isLocal: true, example: "ecloud.log('hello')" }),
  getDeviceNo: call({ args: {}, gives: z.string(), example: 'logi(ecloud.getDeviceNo())' }),
  getDeviceId: call({ args: {}, gives: z.string(), example: 'logi(ecloud.getDeviceId())' }),
  getCloudUrl: call({ args: {}, gives: z.string(), example: 'logi(ecloud.getCloudUrl())' }),
  getTaskInfo: call({
    args: {},
    isLocal: true,
    gives: z
      .object({
        taskId: z.int(),
        taskName: name,
        runId: name,
        round: z.int(),
        sort: z.int(),
        execType: z.int(),
        scriptId: z.int(),
        scriptName: name,
        scriptUrl: name,
        scriptVersion: name,
        scriptMd5: name,
        cacheScript: z.int(),
        valueJson: z.record(z.string(), z.any()),
      })
      .meta({ id: 'TaskInfo' }),
    example: 'logi(ecloud.getTaskInfo().taskName)',
  }),
  removeScriptFile: call({ args: {}, example: 'ecloud.removeScriptFile()' }),
  getData: call({
    args: { query: items },
    gives: z.array(ItemShape),
    example: `${withAccount}for (const { name, content } of ecloud.getData({ groupName: 'accounts' })) logi(name, content)`,
  }),
  getDataPop: call({
    args: {
      query: z
        .strictObject({ groupName: name, dataName: name.optional(), getType, size: z.int() })
        .meta({ id: 'DataPop' }),
    },
    gives: z.array(z.string()),
    example: `${withAccount}const [account] = ecloud.getDataPop({ groupName: 'accounts', getType: 1, size: 1 })\nlogi(account)`,
  }),
  addData: call({ args: { item }, gives: count, example: `ecloud.addData(${account})` }),
  updateData: call({
    args: { item },
    gives: count,
    example: `${withAccount}ecloud.updateData({ groupName: 'accounts', dataName: 'first', content: 'bea' })`,
  }),
  removeData: call({
    args: { query: items },
    gives: count,
    example: `${withAccount}ecloud.removeData({ groupName: 'accounts', dataName: 'first' })`,
  }),
  appendOneLineData: call({
    args: { item },
    gives: count,
    example: `${withAccount}ecloud.appendOneLineData({ groupName: 'accounts', dataName: 'first', content: 'used' })`,
  }),
  removeOneLineData: call({
    args: { item },
    gives: count,
    example: `${withAccount}ecloud.removeOneLineData({ groupName: 'accounts', dataName: 'first', content: 'anna' })`,
  }),
  leaseData: call({
    args: {
      query: z
        .strictObject({ groupName: name, getType: getType.optional(), size: z.int(), seconds: z.int() })
        .meta({ id: 'DataLeaseDraft' }),
    },
    gives: z.object({ leaseId: name, items: z.array(ItemShape) }).meta({ id: 'DataLease' }),
    example: [
      `${withAccount}const { leaseId, items } = ecloud.leaseData({ groupName: 'accounts', size: 1, seconds: 60 })`,
      'logi(items.length)',
      'ecloud.ackData({ leaseId })',
    ].join('\n'),
  }),
  ackData: call({
    args: { lease },
    gives: count,
    example: `${withAccount}const { leaseId } = ecloud.leaseData({ groupName: 'accounts', size: 1, seconds: 60 })\necloud.ackData({ leaseId })`,
  }),
  returnData: call({
    args: { lease },
    gives: count,
    example: `${withAccount}const { leaseId } = ecloud.leaseData({ groupName: 'accounts', size: 1, seconds: 60 })\necloud.returnData({ leaseId })`,
  }),
  dynamicCreateTable: call({
    args: {
      table: z
        .strictObject({
          tableName: name,
          tableNameEn: name,
          columns: z.array(
            z
              .strictObject({ columnInfo: name, columnName: name, columnSize: z.int() })
              .meta({ id: 'TableColumn' }),
          ),
        })
        .meta({ id: 'TableDraft' }),
    },
    gives: TableResult,
    example: table.trimEnd(),
  }),
  dynamicQuery: call({
    args: {
      query: z
        .strictObject({
          ...selectionFields,
          pageNumber: z.int().optional(),
          pageSize: z.int().optional(),
          fields: z.string().optional(),
          order: z.string().optional(),
        })
        .meta({ id: 'TableQuery' }),
    },
    gives: TableResult,
    example: `${table}const { result } = ecloud.dynamicQuery({ tableNameEn: 'prices', order: 'order by id desc', pageNumber: 1, pageSize: 20 })\nlogi(result.data.length)`,
  }),
  dynamicAdd: call({
    args: {
      row: z
        .strictObject({ tableNameEn: name, columns: z.record(z.string(), z.string()) })
        .meta({ id: 'TableRow' }),
    },
    gives: TableResult,
    example: `${table}ecloud.dynamicAdd({ tableNameEn: 'prices', columns: { price: '12.50' } })`,
  }),
  dynamicUpdate: call({
    args: {
      change: z
        .strictObject({ ...selectionFields, columns: z.record(z.string(), z.string()) })
        .meta({ id: 'TableChange' }),
    },
    gives: TableResult,
    example: `${table}ecloud.dynamicUpdate({ tableNameEn: 'prices', search: { price: '12.50' }, columns: { price: '13' } })`,
  }),
  dynamicRemove: call({
    args: { selection: z.strictObject(selectionFields).meta({ id: 'TableSelection' }) },
    gives: TableResult,
    example: `${table}ecloud.dynamicRemove({ tableNameEn: 'prices', search: { price: '13' } })`,
  }),
  addCache: call({ args: { cache }, gives: count, example: withCache.trimEnd() }),
  getCache: call({
    args: { query: cacheKey },
    gives: z.object({ dataType, content: z.any() }).meta({ id: 'Cache' }).nullable(),
    example: `${withCache}logi(ecloud.getCache({ cacheKey: 'queue' })?.content)`,
  }),
  updateCache: call({
    args: { cache },
    gives: count,
    example: `${withCache}ecloud.updateCache({ cacheKey: 'queue', dataType: 3, content: ['c'] })`,
  }),
  updateCacheExpire: call({
    args: { cache: z.strictObject({ cacheKey: name, expireTime: z.int() }).meta({ id: 'CacheExpiry' }) },
    gives: count,
    example: `${withCache}ecloud.updateCacheExpire({ cacheKey: 'queue', expireTime: 60 })`,
  }),
  getCacheExpire: call({
    args: { query: cacheKey },
    gives: count,
    example: `${withCache}logi(ecloud.getCacheExpire({ cacheKey: 'queue' }))`,
  }),
  removeCache: call({
    args: { query: cacheKey },
    gives: count,
    example: "ecloud.removeCache({ cacheKey: 'queue' })",
  }),
  appendOneLineCache: call({
    args: { line: cacheLine },
    gives: count,
    example: `${withCache}ecloud.appendOneLineCache({ cacheKey: 'queue', content: 'c' })`,
  }),
  removeOneLineCache: call({
    args: { line: cacheLine },
    gives: count,
    example: `${withCache}ecloud.removeOneLineCache({ cacheKey: 'queue', content: 'a' })`,
  }),
  incrementCache: call({
    args: { counter },
    gives: count,
    example: "logi(ecloud.incrementCache({ cacheKey: 'visits' }))",
  }),
  decrementCache: call({
    args: { counter },
    gives: count,
    example: "logi(ecloud.decrementCache({ cacheKey: 'visits', step: 2 }))",
  }),
  popPushCache: call({
    args: {
      move: z
        .strictObject({
          cacheKey: name,
          getType: getType.optional(),
          pushKey: name.optional(),
          content: z.string().optional(),
        })
        .meta({ id: 'CacheMove' }),
    },
    gives: z.object({ content: z.string().nullable() }).meta({ id: 'CacheContent' }),
    example: `${withCache}logi(ecloud.popPushCache({ cacheKey: 'queue', pushKey: 'done' }).content)`,
  }),
}
