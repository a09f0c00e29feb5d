import { randomUUID } from 'node:crypto'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import type { PlayedPhone } from './played-phone.ts'
import type { ServerContext } from './server-context.ts'

type Asked = (path: string, sent: object) => Promise<ReturnType<typeof JSON.parse>>

/** Calls of one phone on names that no other check uses. */
async function withData(context: ServerContext): Promise<{ phone: PlayedPhone; call: Asked; name: string }> {
  const phone = await context.assigned()
  return { phone, call: (path, sent) => phone.call(`/rapi/${path}`, sent), name: `kit_${phone.deviceNo}` }
}
const contents = (items: { content: string }[]) => items.map(({ content }) => content)

export const dataChecks: Check<ServerContext>[] = [
  {
    id: 'S-601',
    title: 'items are added, read, changed and removed by name',
    rule: 'An item is added to its group, which is created if it is missing.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      expectEqual(await call('addData', { groupName, dataKey: 'k', content: '1' }), { result: 1 }, 'addData')
      const [item] = await call('getData', { groupName, dataName: 'k' })
      expectEqual([item.name, item.content], ['k', '1'], 'getData')
      expectEqual(
        await call('updateData', { groupName, dataName: 'k', content: 'a' }),
        { result: 1 },
        'updateData',
      )
      expectEqual(contents(await call('getData', { groupName })), ['a'], 'getData of the group')
      expectEqual(await call('removeData', { groupName, dataName: 'k' }), { result: 1 }, 'removeData')
      expectEqual(
        await call('updateData', { groupName, dataName: 'k', content: 'b' }),
        { result: 0 },
        'a missing item',
      )
      expectEqual(await call('getData', { groupName }), [], 'getData of an empty group')
    },
  },
  {
    id: 'S-602',
    title: 'lines are appended and removed',
    rule: '`appendOneLineData` adds a line, `removeOneLineData` removes the first equal one.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      const item = { groupName, dataName: 'k' }
      await call('addData', { ...item, content: 'a' })
      for (const content of ['b', 'a'])
        expectEqual(await call('appendOneLineData', { ...item, content }), { result: 1 }, 'appendOneLineData')
      expectEqual(
        await call('removeOneLineData', { ...item, content: 'a' }),
        { result: 1 },
        'removeOneLineData',
      )
      expectEqual(
        await call('removeOneLineData', { ...item, content: 'zz' }),
        { result: 0 },
        'a missing line',
      )
      expectEqual(contents(await call('getData', item)), ['b\na'], 'the lines')
      await call('removeData', { groupName })
    },
  },
  {
    id: 'S-603',
    title: 'removeData without a name removes the items of the group',
    rule: '`removeData` without a name removes all items of the group.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      for (const dataKey of ['a', 'b']) await call('addData', { groupName, dataKey, content: dataKey })
      expectEqual(await call('removeData', { groupName }), { result: 2 }, 'removeData')
    },
  },
  {
    id: 'S-604',
    title: 'getDataPop takes from the head, the tail and at random, each item once',
    rule: '`getDataPop` returns contents and removes them: `getType` 1 oldest first, 2 newest first, 3 at random.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      for (const content of ['1', '2', '3', '4', '5'])
        await call('addData', { groupName, dataKey: 'k', content })
      expectEqual(await call('getDataPop', { groupName, getType: 1, size: 2 }), ['1', '2'], 'the oldest')
      expectEqual(await call('getDataPop', { groupName, getType: '2' }), ['5'], 'the newest')
      const rest = (await call('getDataPop', { groupName, getType: 3, size: 9 })) as string[]
      expectEqual(rest.toSorted(), ['3', '4'], 'the rest')
      expectEqual(await call('getDataPop', { groupName }), [], 'an empty group')
    },
  },
  {
    id: 'S-605',
    title: 'leased items are hidden until they are acknowledged or returned',
    rule: '`ackData` removes leased items, `returnData` returns them early.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      for (const content of ['1', '2']) await call('addData', { groupName, dataKey: 'k', content })
      const { leaseId, items } = await call('leaseData', { groupName, size: 2, seconds: 60 })
      expectEqual(contents(items), ['1', '2'], 'the leased items')
      expectEqual(await call('getDataPop', { groupName }), [], 'items beside the lease')
      const [first] = items
      expectEqual(await call('ackData', { leaseId, ids: [first.id] }), { result: 1 }, 'ackData')
      expectEqual(await call('returnData', { leaseId }), { result: 1 }, 'returnData')
      expectEqual(await call('getDataPop', { groupName, size: 9 }), ['2'], 'the items after the lease')
    },
  },
  {
    id: 'S-606',
    title: 'a lease that expires returns its items',
    rule: 'Items that are not acknowledged within `seconds` return to the group.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      await call('addData', { groupName, dataKey: 'k', content: '1' })
      await call('leaseData', { groupName, seconds: 1 })
      const end = performance.now() + context.wire.patienceMs
      for (;;) {
        const popped = (await call('getDataPop', { groupName })) as string[]
        if (popped.length) return
        expectThat(
          performance.now() < end,
          `the item did not return within ${context.wire.patienceMs / 1000} s`,
        )
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
  },
  {
    id: 'S-607',
    title: 'texts of any language are stored unchanged',
    rule: 'Text is UTF-8.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      const content = '\'; drop table data; -- "quoted" \\ %_ 你好 😀 שלום\n=1+1'
      await call('addData', { groupName, dataKey: '键', content })
      expectEqual(contents(await call('getData', { groupName, dataName: '键' })), [content], 'the text')
      await call('removeData', { groupName })
    },
  },
  {
    id: 'S-608',
    title: 'numbers are accepted as texts, and either name of the key',
    rule: 'Numbers may be texts and texts numbers; the name of an item is `dataKey` or `dataName`.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      await call('addData', { groupName, dataName: 7, content: 42 })
      expectEqual(contents(await call('getData', { groupName, dataKey: '7' })), ['42'], 'the item')
      expectEqual(await call('getDataPop', { groupName, getType: '1', size: '1' }), ['42'], 'getDataPop')
    },
  },
  {
    id: 'S-609',
    title: 'wrong values are refused with a reason, and a phone without a number has no data',
    rule: 'A refused call has code -1 and the reason.',
    part: 'data',
    async run(context) {
      const { phone, name: groupName } = await withData(context)
      const wrong: [string, object][] = [
        ['addData', { groupName, content: 'x' }],
        ['addData', { groupName: '', dataKey: 'k', content: 'x' }],
        ['addData', { groupName, dataKey: 'k', content: 'a\0b' }],
        ['getDataPop', { groupName, size: 10_001 }],
        ['getDataPop', { groupName, getType: 4 }],
        ['leaseData', { groupName, seconds: 0 }],
        ['appendOneLineData', { groupName, dataKey: 'k', content: 'two\nlines' }],
      ]
      for (const [path, sent] of wrong) {
        const { code, msg } = await phone.ask(`/rapi/${path}`, sent)
        expectEqual(code, -1, `the code of ${path} ${JSON.stringify(sent)}`)
        expectThat(msg.length > 0, 'the reason is empty')
      }
      const unassigned = await context.enrolled()
      expectEqual(
        (await unassigned.ask('/rapi/getData', { groupName })).code,
        -1,
        'the code without a number',
      )
    },
  },
  {
    id: 'S-610',
    title: 'a repeated call gets the first answer and changes nothing',
    rule: 'A repeated call gets the first answer and changes nothing.',
    part: 'data',
    async run(context) {
      const { call, name: groupName } = await withData(context)
      const item = { groupName, dataName: 'k' }
      const twice = async (path: string, sent: object) => {
        const request = { ...sent, requestId: randomUUID() }
        const answer = await call(path, request)
        expectEqual(await call(path, request), answer, `the second answer of ${path}`)
        return answer
      }
      for (const content of ['1', '2', '3', '4']) await twice('addData', { ...item, content })
      await twice('appendOneLineData', { ...item, content: 'x' })
      expectEqual(await twice('getDataPop', { groupName }), ['1\nx'], 'getDataPop')
      const { leaseId } = await twice('leaseData', { groupName, seconds: 60 })
      expectEqual(await twice('ackData', { leaseId }), { result: 1 }, 'ackData')
      expectEqual(contents(await call('getData', { groupName })), ['3', '4'], 'the items')
      await call('removeData', { groupName })
      const cacheKey = groupName
      expectEqual(await twice('incrementCache', { cacheKey, step: 5 }), { result: 5 }, 'incrementCache')
      await call('removeCache', { cacheKey })
      await call('addCache', { cacheKey, dataType: 3, content: ['a', 'b'] })
      expectEqual(await twice('popPushCache', { cacheKey }), { content: 'a' }, 'popPushCache')
      expectEqual((await call('getCache', { cacheKey })).content, ['b', 'a'], 'the list')
      await call('removeCache', { cacheKey })
    },
  },
  {
    id: 'S-611',
    title: 'a missing group or cache is refused, unlike an empty one',
    rule: 'A call for a group that does not exist is refused with code 404, unlike one for a group without items.',
    part: 'data',
    async run(context) {
      const { phone, call, name } = await withData(context)
      const codeOf = async (path: string, sent: object) => (await phone.ask(`/rapi/${path}`, sent)).code
      expectEqual(await codeOf('getData', { groupName: name }), 404, 'the code of getData')
      expectEqual(await codeOf('getDataPop', { groupName: name }), 404, 'the code of getDataPop')
      await call('addData', { groupName: name, dataName: 'k', content: '1' })
      await call('removeData', { groupName: name })
      expectEqual(await call('getDataPop', { groupName: name }), [], 'getDataPop of an empty group')
      const cacheKey = name
      expectEqual(await codeOf('updateCache', { cacheKey, content: 'a' }), 404, 'the code of updateCache')
      expectEqual(await codeOf('popPushCache', { cacheKey }), 404, 'the code of popPushCache')
      await call('addCache', { cacheKey, dataType: 3, content: ['a'] })
      const pushKey = `${name}_done`
      expectEqual(await call('popPushCache', { cacheKey, pushKey }), { content: 'a' }, 'popPushCache')
      expectEqual((await call('getCache', { cacheKey: pushKey })).content, ['a'], 'the new list')
      expectEqual(
        await call('popPushCache', { cacheKey }),
        { content: null },
        'popPushCache of an empty list',
      )
      for (const key of [cacheKey, pushKey]) await call('removeCache', { cacheKey: key })
    },
  },
  {
    id: 'S-621',
    title: 'cache values are added once, read, replaced and removed',
    rule: '`addCache` adds a value, and answers 0 if the key exists.',
    part: 'data',
    async run(context) {
      const { call, name: cacheKey } = await withData(context)
      expectEqual(await call('addCache', { cacheKey, content: 'a' }), { result: 1 }, 'addCache')
      expectEqual(
        await call('addCache', { cacheKey, content: 'b' }),
        { result: 0 },
        'addCache of a known key',
      )
      expectEqual((await call('getCache', { cacheKey })).content, 'a', 'getCache')
      expectEqual(await call('updateCache', { cacheKey, content: 'c' }), { result: 1 }, 'updateCache')
      expectEqual((await call('getCache', { cacheKey })).content, 'c', 'getCache after updateCache')
      expectEqual(await call('removeCache', { cacheKey }), { result: 1 }, 'removeCache')
      expectEqual(await call('getCache', { cacheKey }), null, 'getCache of a missing key')
    },
  },
  {
    id: 'S-622',
    title: 'cache values expire',
    rule: '`getCacheExpire` returns the remaining seconds, a negative number for a value that never expires, and 0 for a missing key.',
    part: 'data',
    async run(context) {
      const { call, name: cacheKey } = await withData(context)
      const remaining = async () => Number((await call('getCacheExpire', { cacheKey })).result)
      expectEqual(await remaining(), 0, 'getCacheExpire of a missing key')
      await call('addCache', { cacheKey, content: 'a' })
      expectThat((await remaining()) < 0, 'a value without an expiry does not last')
      await call('updateCacheExpire', { cacheKey, expireTime: 100 })
      const left = await remaining()
      expectThat(left > 0 && left <= 100, `getCacheExpire is ${left} of 100 s`)
      await call('removeCache', { cacheKey })
    },
  },
  {
    id: 'S-623',
    title: 'lists and sets: lines are appended, removed and moved',
    rule: '`dataType` 1 a text, 2 a set, 3 a list.',
    part: 'data',
    async run(context) {
      const { call, name: cacheKey } = await withData(context)
      await call('addCache', { cacheKey, dataType: 3, content: ['a', 'b', 'a'] })
      await call('appendOneLineCache', { cacheKey, content: 'c' })
      await call('removeOneLineCache', { cacheKey, content: 'b' })
      expectEqual((await call('getCache', { cacheKey })).content, ['a', 'a', 'c'], 'the list')
      expectEqual(await call('popPushCache', { cacheKey }), { content: 'a' }, 'popPushCache')
      expectEqual(
        (await call('getCache', { cacheKey })).content,
        ['a', 'c', 'a'],
        'the list after popPushCache',
      )
      await call('removeCache', { cacheKey })
      await call('addCache', { cacheKey, dataType: 2, content: ['a', 'b', 'a'] })
      const set = (await call('getCache', { cacheKey })).content as string[]
      expectEqual(set.toSorted(), ['a', 'b'], 'the set')
      await call('removeCache', { cacheKey })
    },
  },
  {
    id: 'S-624',
    title: 'counters of many calls at the same time count each',
    rule: '`incrementCache` and `decrementCache` return the new value; a missing key starts at 0.',
    part: 'data',
    async run(context) {
      const { call, name: cacheKey } = await withData(context)
      await Promise.all(Array.from({ length: 10 }, () => call('incrementCache', { cacheKey })))
      expectEqual(await call('incrementCache', { cacheKey, step: 5 }), { result: 15 }, 'incrementCache')
      expectEqual(await call('decrementCache', { cacheKey, step: '3' }), { result: 12 }, 'decrementCache')
      await call('removeCache', { cacheKey })
    },
  },
  {
    id: 'S-641',
    title: 'a dynamic table is created, filled, queried, changed and emptied',
    rule: 'Each answers `{result: {data}}`, or `{result: {msg}}` with the reason.',
    part: 'data',
    async run(context) {
      const { call, name: tableNameEn } = await withData(context)
      const column = (columnName: string) => ({ columnInfo: columnName, columnName, columnSize: 50 })
      const columns = [column('name'), column('age')]
      const table = { tableName: `表 ${tableNameEn}`, tableNameEn }
      const result = async (path: string, sent: object) => (await call(path, { tableNameEn, ...sent })).result
      await result('dynamicCreateTable', { ...table, columns })
      for (const [name, age] of [
        ['Wei', 9],
        ['Lin', 12],
        ['Mo', 30],
      ])
        expectThat(
          (await result('dynamicAdd', { columns: { name, age } })).data > 0,
          'dynamicAdd returned no id',
        )
      const names = async (sent: object) => {
        const { data, msg } = await result('dynamicQuery', { fields: 'name', order: 'order by id', ...sent })
        expectThat(data !== undefined, `dynamicQuery: ${msg}`)
        return (data as { name: string }[]).map(({ name }) => name)
      }
      expectEqual(await names({}), ['Wei', 'Lin', 'Mo'], 'all rows')
      expectEqual(await names({ search: { age: '12' } }), ['Lin'], 'search')
      expectEqual(await names({ query: " and age like '%3%'" }), ['Mo'], 'query')
      expectEqual(await names({ pageNumber: 2, pageSize: 2 }), ['Mo'], 'the second page')
      expectEqual(
        await result('dynamicUpdate', { columns: { age: 1 }, search: { name: 'Wei' } }),
        { data: 1 },
        'dynamicUpdate',
      )
      expectEqual(await result('dynamicRemove', { search: { age: '1' } }), { data: 1 }, 'dynamicRemove')
      expectEqual(await names({}), ['Lin', 'Mo'], 'the other rows')
    },
  },
  {
    id: 'S-642',
    title: 'conditions other than those of the grammar are refused with a reason',
    rule: 'Each answers `{result: {data}}`, or `{result: {msg}}` with the reason.',
    part: 'data',
    async run(context) {
      const { call, name: tableNameEn } = await withData(context)
      const columns = [{ columnInfo: 'name', columnName: 'name', columnSize: 50 }]
      await call('dynamicCreateTable', { tableName: `表 ${tableNameEn}`, tableNameEn, columns })
      for (const query of ['and 1=1; drop table x', "and name = (select 'x')", 'and password = 1']) {
        const { result } = await call('dynamicQuery', { tableNameEn, query })
        expectThat(typeof result.msg === 'string' && result.msg.length > 0, `“${query}” was not refused`)
      }
      const { result } = await call('dynamicQuery', { tableNameEn: 'kit_no_such_table' })
      expectThat(typeof result.msg === 'string', 'an unknown table was not refused')
    },
  },
]
