// Follows prices: each change becomes a row of a dynamic table, and a price below its limit is told to the operator.
//
// Parameters  limits: one line per item, such as “Coffee beans=30”
//             rounds: how often to look (1), minutes: time between two looks (30)
// Result      rows of the table club_prices: item, price, at
// Tried with the app Club of simulated phones.

/** @type {Record<string, string>} */
const { limits = '', rounds = '1', minutes = '30' } = ecloud.getTaskInfo().valueJson
const limitOf = Object.fromEntries(limits.split('\n').map((line) => line.split('=').map((part) => part.trim())))
const table = 'club_prices'
const columns = [
  { columnInfo: 'Item', columnName: 'item', columnSize: 100 },
  { columnInfo: 'Price', columnName: 'price', columnSize: 20 },
  { columnInfo: 'Time', columnName: 'at', columnSize: 30 },
]

/** @param {TableResult} answer Its errors are in msg. */
function dataOf({ result }) {
  if (result.msg) throw new Error(result.msg)
  return result.data
}

/** Prices by item, from the visible rows to the end of the list. */
function readPrices() {
  const prices = new Map()
  const { width, height } = device.size()
  for (let before = -1; prices.size > before; ) {
    before = prices.size
    for (const row of device.findAll({ className: 'LinearLayout', clickable: true })) {
      const [, item, price] = row.children().map(({ text }) => text)
      const value = Number(price?.replace(/[^\d.]/g, ''))
      if (item && value > 0) prices.set(item, value)
    }
    device.swipe(width / 2, height * 0.7, width / 2, height * 0.35, 500)
    device.waitForStill({ still: 200, timeout: 3000 })
  }
  return prices
}

dataOf(ecloud.dynamicCreateTable({ tableName: 'Club prices', tableNameEn: table, columns }))
let changes = 0
for (let round = 1; round <= Number(rounds); round += 1) {
  if (round > 1) sleep(Number(minutes) * 60_000)
  // Otherwise the list opens where it was left.
  device.stopApp('club')
  device.openLink('club://prices')
  device.find('#ad_close')?.tap()
  device.waitGone('#ad_close')
  const rows = dataOf(ecloud.dynamicQuery({ tableNameEn: table, pageNumber: -1, order: 'order by id' }))
  const last = new Map()
  for (const row of rows) last.set(row.item, row.price)
  for (const [item, value] of readPrices()) {
    const price = value.toFixed(2)
    if (last.get(item) === price) continue
    const at = new Date().toLocaleString('sv-SE', { timeZone: site.timeZone })
    dataOf(ecloud.dynamicAdd({ tableNameEn: table, columns: { item, price, at } }))
    changes += 1
    if (value < Number(limitOf[item])) notifyOperator(`${item}: ${price}, below ${limitOf[item]}`)
  }
}
`${changes} changed prices`
