// Shared data in a script: items of groups, a temporary cache and a dynamic table.
// Paste it into the editor of a script and try it on one phone; the parameter `group` selects the data group.

const { valueJson } = ecloud.getTaskInfo()
const group = valueJson.group || 'demo'
logi('phone', ecloud.getDeviceNo(), 'works with the data group', group)

// 1. Items. A missing group is created; a result above 0 means success.
ecloud.removeData({ groupName: group })
for (const name of ['one', 'two', 'three']) ecloud.addData({ groupName: group, dataName: name, content: `account-${name}` })
ecloud.updateData({ groupName: group, dataName: 'one', content: 'account-first' })
ecloud.appendOneLineData({ groupName: group, dataName: 'one', content: 'a second line' })
ecloud.removeOneLineData({ groupName: group, dataName: 'one', content: 'a second line' })
logi('items', ecloud.getData({ groupName: group }))

// 2. Taking items. A popped item is immediately removed for every other phone …
const [account] = ecloud.getDataPop({ groupName: group, getType: 1, size: 1 })
logi('popped', account)
// … and a leased item returns automatically if this phone does not finish.
const lease = ecloud.leaseData({ groupName: group, size: 1, seconds: 60 })
logi('leased', lease.items.map((item) => item.content))
ecloud.ackData({ leaseId: lease.leaseId })

// 3. A temporary cache: a number that all phones count together, and a list.
ecloud.removeCache({ cacheKey: 'demo-runs' })
logi('runs so far', ecloud.incrementCache({ cacheKey: 'demo-runs' }))
ecloud.removeCache({ cacheKey: 'demo-queue' })
ecloud.addCache({ cacheKey: 'demo-queue', dataType: 3, content: ['first', 'second'], expireTime: 600 })
logi('next in turn', ecloud.popPushCache({ cacheKey: 'demo-queue' }).content)

// 4. A table. Every column is a text; the error of a request is in result.msg.
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
for (const [name, age] of [['Ann', '31'], ['Bob', '27'], ['Cho', '24']])
  ecloud.dynamicAdd({ tableNameEn: table, columns: { name, age } })
ecloud.dynamicUpdate({ tableNameEn: table, columns: { age: '28' }, search: { name: 'Bob' } })
const { result } = ecloud.dynamicQuery({ tableNameEn: table, query: ` and age like '2%'`, order: 'order by name' })
if (result.msg) throw new Error(result.msg)
for (const { name, age } of result.data) logi('in their twenties', name, age)

// The last value of a script is stored as the result of its run.
;`${account}; ${result.data.length} people`
