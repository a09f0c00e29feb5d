// What a script can do with the data of its cloud: items of groups, a temporary cache and a table of its own.
// Paste it into the editor of a script and try it on one phone; the parameter `group` says which data group it uses.

const { valueJson } = ecloud.getTaskInfo()
const group = valueJson.group || 'demo'
logi('phone', ecloud.getDeviceNo(), 'works with the data group', group)

// 1. Items. A group that is missing is made; a result above 0 is good.
ecloud.removeData({ groupName: group })
for (const name of ['one', 'two', 'three']) ecloud.addData({ groupName: group, dataName: name, content: `account-${name}` })
ecloud.updateData({ groupName: group, dataName: 'one', content: 'account-first' })
ecloud.appendOneLineData({ groupName: group, dataName: 'one', content: 'a second line' })
ecloud.removeOneLineData({ groupName: group, dataName: 'one', content: 'a second line' })
logi('items', ecloud.getData({ groupName: group }))

// 2. Handing out. What is popped is gone for every other phone at once …
const [account] = ecloud.getDataPop({ groupName: group, getType: 1, size: 1 })
logi('popped', account)
// … and what is leased comes back by itself, should this phone not get to the end.
const lease = ecloud.leaseData({ groupName: group, size: 1, seconds: 60 })
logi('leased', lease.items.map((item) => item.content))
ecloud.ackData({ leaseId: lease.leaseId })

// 3. A temporary cache: a number that all phones count together, and a list.
ecloud.removeCache({ cacheKey: 'demo-runs' })
logi('runs so far', ecloud.incrementCache({ cacheKey: 'demo-runs' }))
ecloud.updateCache({ cacheKey: 'demo-queue', dataType: 3, content: ['first', 'second'], expireTime: 600 })
logi('next in turn', ecloud.popPushCache({ cacheKey: 'demo-queue' }).content)

// 4. A table. Every column is a text; what is wrong with a request stands in result.msg.
const table = 'demo_people'
ecloud.dynamicCreateTable({
  tableName: 'Demo people',
  tableNameEn: table,
  columns: [
    { columnInfo: 'Name', columnName: 'name', columnSize: 50 },
    { columnInfo: 'Age', columnName: 'age', columnSize: 10 },
  ],
})
ecloud.dynamicRemove({ tableNameEn: table, query: ` and name like '%'` })
for (const [name, age] of [['Ann', 31], ['Bob', 27], ['Cho', 24]])
  ecloud.dynamicAdd({ tableNameEn: table, columns: { name, age } })
ecloud.dynamicUpdate({ tableNameEn: table, columns: { age: 28 }, search: { name: 'Bob' } })
const { result } = ecloud.dynamicQuery({ tableNameEn: table, query: ` and age like '2%'`, order: 'order by name' })
if (result.msg) throw new Error(result.msg)
logi('people in their twenties', result.data.map(({ name, age }) => `${name} ${age}`))

// What a script ends with is kept as the result of its run.
;`${account}; ${result.data.length} people`
