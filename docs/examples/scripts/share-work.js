// Several phones share one list of work: each line is done once, by whichever phone is free.
//
// Parameter  lines: the work, one link per line. The first phone of a task makes the list, the others join it.
// Result     the number of lines that this phone did. The list <key>-taken in the cache has all that were begun.
// Tried with the app Club of simulated phones.

const { valueJson, taskId, round } = ecloud.getTaskInfo()
/** @type {string[]} */
const lines = (valueJson.lines ?? '').split('\n').filter(Boolean)
if (lines.length === 0) throw new Error('The parameter lines is missing')
const key = `share-${taskId}-${round}`

// Adding a key that exists changes nothing, and an emptied list still exists.
const isFirst = ecloud.addCache({ cacheKey: `${key}-work`, dataType: 3, content: lines, expireTime: 86_400 })
if (isFirst) logi('made the list of', lines.length)

/** @param {string} line */
function work(line) {
  device.openLink(line)
  device.find('#ad_close')?.tap()
  device.waitGone('#ad_close')
  device.waitForStill({ still: 200, timeout: 5000 })
}

let done = 0
const failed = []
for (;;) {
  // In one step: two phones never get the same line.
  const { content: line } = ecloud.popPushCache({ cacheKey: `${key}-work`, pushKey: `${key}-taken` })
  if (line === null) break
  try {
    work(line)
    done += 1
  } catch (error) {
    loge(line, error)
    failed.push(line)
  }
}
if (failed.length > 0) {
  throw new Error(`${done} done, failed: ${failed.join(', ')}`)
}
`${done} done`
