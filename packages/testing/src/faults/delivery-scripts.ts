/** Each numbers its lines, from `1 begin` to `N end`; the outcome of each is always the same. */
const numbered = `
let line = 0
const say = (text) => logi(\`\${(line += 1)} \${text}\`)
say('begin')
`

/** The scripts of the soak of deliveries, by name. */
export const deliveryScripts = {
  lines: `${numbered}
for (let n = 0; n < 40; n += 1) { say('line'); sleep(100) }
say('end')`,
  pops: `${numbered}
for (let n = 0; n < 3; n += 1) {
  const [item] = ecloud.getDataPop({ groupName: 'pool', getType: 1, size: 1 })
  say('took ' + item)
  sleep(500)
}
say('end')`,
  leases: `${numbered}
const { leaseId, items } = ecloud.leaseData({ groupName: 'leases', size: 1, seconds: 86400 })
say('took ' + items[0].content)
sleep(1000)
ecloud.ackData({ leaseId })
say('end')`,
  moves: `${numbered}
for (let n = 0; n < 3; n += 1) {
  const { content } = ecloud.popPushCache({ cacheKey: 'todo', getType: 1, pushKey: 'done' })
  say('took ' + content)
  sleep(500)
}
say('end')`,
  counts: `${numbered}
for (let n = 0; n < 3; n += 1) { say('took number ' + ecloud.incrementCache({ cacheKey: 'count' })); sleep(500) }
say('end')`,
  fails: `${numbered}
for (let n = 0; n < 10; n += 1) { say('line'); sleep(200) }
say('end')
throw new Error('as it should')`,
}
