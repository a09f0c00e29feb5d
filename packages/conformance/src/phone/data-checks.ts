import { PhoneData } from '@fleetdeck/contract/phone-data'
import { PhoneTables } from '@fleetdeck/contract/phone-tables'
import type { z } from 'zod'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import type { PhoneContext } from './phone-context.ts'
import { refusal } from './phone-server.ts'

/** One call of a script: what it gives, how the body must be, the decoded answer, and what the script gets. */
interface ScriptCall {
  name: string
  given: object
  schema: z.ZodType
  answer: unknown
  /** The answer, unless it is given. */
  got?: unknown
}

const data = { groupName: 'kit', dataName: 'a' }
const item = { id: 1, name: 'a', content: '你好' }
const one = { answer: { result: 1 }, got: 1 }

const dataCalls: ScriptCall[] = [
  { name: 'addData', given: { ...data, content: '你好' }, schema: PhoneData.addData, ...one },
  { name: 'getData', given: data, schema: PhoneData.getData, answer: [item] },
  { name: 'updateData', given: { ...data, content: '2' }, schema: PhoneData.updateData, ...one },
  { name: 'appendOneLineData', given: { ...data, content: '3' }, schema: PhoneData.changeLine, ...one },
  { name: 'removeOneLineData', given: { ...data, content: '3' }, schema: PhoneData.changeLine, ...one },
  {
    name: 'getDataPop',
    given: { groupName: 'kit', getType: 1, size: 2 },
    schema: PhoneData.getDataPop,
    answer: ['4', '5'],
  },
  {
    name: 'leaseData',
    given: { groupName: 'kit', size: 1, seconds: 60 },
    schema: PhoneData.leaseData,
    answer: { leaseId: 'l1', items: [item] },
  },
  { name: 'ackData', given: { leaseId: 'l1', ids: [1] }, schema: PhoneData.endLease, ...one },
  { name: 'returnData', given: { leaseId: 'l1' }, schema: PhoneData.endLease, ...one },
  { name: 'removeData', given: data, schema: PhoneData.removeData, ...one },
]

const cacheKey = 'kit'
const cached = { cacheKey, dataType: 3, content: ['a', 'b'], expireTime: 60 }
const cacheCalls: ScriptCall[] = [
  { name: 'addCache', given: cached, schema: PhoneData.cacheValue, ...one },
  { name: 'updateCache', given: cached, schema: PhoneData.cacheValue, ...one },
  {
    name: 'getCache',
    given: { cacheKey },
    schema: PhoneData.cacheKey,
    answer: { dataType: 3, content: ['a', 'b'] },
  },
  {
    name: 'getCacheExpire',
    given: { cacheKey },
    schema: PhoneData.cacheKey,
    answer: { result: 59 },
    got: 59,
  },
  { name: 'updateCacheExpire', given: { cacheKey, expireTime: 9 }, schema: PhoneData.cacheExpiry, ...one },
  { name: 'appendOneLineCache', given: { cacheKey, content: 'c' }, schema: PhoneData.cacheLine, ...one },
  { name: 'removeOneLineCache', given: { cacheKey, content: 'c' }, schema: PhoneData.cacheLine, ...one },
  { name: 'popPushCache', given: { cacheKey }, schema: PhoneData.cachePopPush, answer: { content: 'a' } },
  {
    name: 'incrementCache',
    given: { cacheKey, step: 5 },
    schema: PhoneData.cacheStep,
    answer: { result: 5 },
    got: 5,
  },
  {
    name: 'decrementCache',
    given: { cacheKey },
    schema: PhoneData.cacheStep,
    answer: { result: 4 },
    got: 4,
  },
  { name: 'removeCache', given: { cacheKey }, schema: PhoneData.cacheKey, ...one },
]

const tableNameEn = 'kit'
const changed = { answer: { result: { data: 1 } } }
const tableCalls: ScriptCall[] = [
  {
    name: 'dynamicCreateTable',
    given: {
      tableName: 'Kit',
      tableNameEn,
      columns: [{ columnInfo: 'Name', columnName: 'name', columnSize: 9 }],
    },
    schema: PhoneTables.create,
    ...changed,
  },
  {
    name: 'dynamicAdd',
    given: { tableNameEn, columns: { name: 'Lin' } },
    schema: PhoneTables.add,
    ...changed,
  },
  {
    name: 'dynamicQuery',
    given: { tableNameEn, search: { name: 'Lin' }, order: 'order by id desc' },
    schema: PhoneTables.query,
    answer: { result: { data: [{ id: 1, name: 'Lin' }] } },
  },
  {
    name: 'dynamicUpdate',
    given: { tableNameEn, columns: { name: 'Wei' }, search: { name: 'Lin' } },
    schema: PhoneTables.update,
    ...changed,
  },
  {
    name: 'dynamicRemove',
    given: { tableNameEn, query: ' and no = column' },
    schema: PhoneTables.remove,
    answer: { result: { msg: 'there is no such column' } },
  },
]

/** A script makes the calls, and its result is what it got. */
async function checkCalls(context: PhoneContext, calls: readonly ScriptCall[]): Promise<void> {
  const { server } = context
  const socket = await context.socket()
  for (const { name, answer } of calls) server.answers.set(`/rapi/${name}`, answer)
  const lines = calls.map(({ name, given }) => `ecloud.${name}(${JSON.stringify(given)})`)
  const order = context.task(`JSON.stringify([${lines.join(',\n')}])\n`)
  socket.send(order)
  const { state, msg } = await context.runEnd(socket, order.runId)
  expectEqual(state, 'succeeded', `the end of the script (${msg})`)
  for (const { name, given, schema } of calls) {
    const { sent } = await context.call(`/rapi/${name}`)
    expectThat(schema.safeParse(sent).success, `the body of ${name} is not that of the contract`)
    for (const [field, value] of Object.entries(given))
      expectEqual((sent as Record<string, unknown>)[field], value, `${field} of ${name}`)
    server.answers.delete(`/rapi/${name}`)
  }
  const results = JSON.parse(String(msg)) as unknown[]
  for (const [index, { name, answer, got = answer }] of calls.entries())
    expectEqual(results[index], got, `what the script got from ${name}`)
}

/** For phones whose scripts use the data of their owner. */
export const dataChecks: Check<PhoneContext>[] = [
  {
    id: 'P-601',
    title: 'scripts use shared data: each call is sent with the token, and its answer reaches the script',
    rule: "Scripts use the data of the device's owner: `POST /rapi/<call>` with the token and the envelope above.",
    part: 'data',
    run: (context) => checkCalls(context, dataCalls),
  },
  {
    id: 'P-602',
    title: 'scripts use temporary caches in the same way',
    rule: "Scripts use the data of the device's owner: `POST /rapi/<call>` with the token and the envelope above.",
    part: 'data',
    run: (context) => checkCalls(context, cacheCalls),
  },
  {
    id: 'P-603',
    title: 'scripts use dynamic tables in the same way',
    rule: 'Each answers `{result: {data}}`, or `{result: {msg}}` with the reason.',
    part: 'data',
    run: (context) => checkCalls(context, tableCalls),
  },
  {
    id: 'P-604',
    title: 'a refused call throws the reason in the script',
    rule: 'A refused call has code -1 and the reason.',
    part: 'data',
    async run(context) {
      const { server } = context
      const socket = await context.socket()
      server.refusedPath = '/rapi/getData'
      const order = context.task(
        'try { ecloud.getData({ groupName: "kit" }) } catch (error) { error.message }\n',
      )
      socket.send(order)
      const { state, msg } = await context.runEnd(socket, order.runId)
      expectEqual(state, 'succeeded', 'the end of the script')
      expectThat(String(msg).includes(refusal), `the script got “${msg}”`)
    },
  },
]
