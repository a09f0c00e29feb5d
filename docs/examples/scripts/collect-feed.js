// Scrolls a feed to its end and collects the posts in a dynamic table. A second run only adds new ones.
//
// Parameter  limit: how many posts to add (200)
// Result     rows of the table club_posts: author, content, likes
// Tried with the app Club of simulated phones.

const limit = Number(ecloud.getTaskInfo().valueJson.limit ?? 200)
const table = 'club_posts'
const columns = [
  { columnInfo: 'Author', columnName: 'author', columnSize: 50 },
  { columnInfo: 'Content', columnName: 'content', columnSize: 300 },
  { columnInfo: 'Likes', columnName: 'likes', columnSize: 10 },
]

/** @param {TableResult} answer Its errors are in msg. */
function dataOf({ result }) {
  if (result.msg) throw new Error(result.msg)
  return result.data
}

/**
 * @param {UiElement} card
 * @returns {Record<string, string>}
 */
function readPost(card) {
  const parts = card.children()
  const [, author, , ...lines] = parts.filter(({ className }) => className.endsWith('TextView'))
  const like = parts.find(({ id }) => id.includes('like'))
  return { author: author?.text ?? '', content: lines.map(({ text }) => text).join(' '), likes: like?.text ?? '' }
}

/** Without posts at the edges of the list, and below the tabs, which are shown in part. */
function completePosts() {
  const end = device.waitFor('#tab_feed').bounds.y
  const cards = device.findAll({ className: 'LinearLayout', clickable: true })
  const tallest = Math.max(0, ...cards.map(({ bounds }) => bounds.height))
  const whole = cards.filter(({ bounds: { y, height } }) => height >= tallest - 2 && y + height <= end)
  return whole.map(readPost).filter((post) => Object.values(post).every(Boolean))
}

dataOf(ecloud.dynamicCreateTable({ tableName: 'Club posts', tableNameEn: table, columns }))
/** @param {Record<string, string>} post */
const keyOf = ({ author, content }) => `${author}: ${content}`
const stored = new Set(dataOf(ecloud.dynamicQuery({ tableNameEn: table, pageNumber: -1 })).map(keyOf))
const seen = new Set()
let added = 0

// Otherwise the list opens where it was left.
device.stopApp('club')
device.openLink('club://feed')
device.find('#ad_close')?.tap()
device.waitGone('#ad_close')
const { width, height } = device.size()
let swipesWithoutNews = 0
while (swipesWithoutNews < 2 && added < limit) {
  const news = completePosts().filter((post) => !seen.has(keyOf(post)))
  for (const post of news) {
    seen.add(keyOf(post))
    if (stored.has(keyOf(post)) || added >= limit) continue
    dataOf(ecloud.dynamicAdd({ tableNameEn: table, columns: post }))
    added += 1
  }
  swipesWithoutNews = news.length ? 0 : swipesWithoutNews + 1
  // Slow and short: the list must not fly past a post.
  device.swipe(width / 2, height * 0.65, width / 2, height * 0.35, 800)
  device.waitForStill({ still: 200, timeout: 3000 })
}
`${seen.size} posts seen, ${added} added`
