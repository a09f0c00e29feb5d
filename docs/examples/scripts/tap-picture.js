// Taps a picture wherever it is on the screen, on phones of any width. It is for apps that show no elements, like games.
//
// The picture is learned once: run with the parameters name and learn = “x,y,width,height” on one phone, while the
// screen shows it. It is stored in the data group pictures; all phones find it there.
//
// Parameters  name: which picture; learn: the region to learn, otherwise it is tapped; seconds: how long to look (10)

/** @type {Record<string, string>} */
const { name, learn, seconds = '10' } = ecloud.getTaskInfo().valueJson
const group = 'pictures'
if (!name) throw new Error('The parameter name is missing')

function learnPicture() {
  const [x = 0, y = 0, width = 0, height = 0] = learn.split(',').map(Number)
  // It contains the width of this screen, for phones of another one.
  const picture = device.cut(x, y, width, height)
  ecloud.removeData({ groupName: group, dataName: name })
  ecloud.addData({ groupName: group, dataName: name, content: picture })
  return `learned ${name}`
}

function tapPicture() {
  const [item] = ecloud.getData({ groupName: group, dataName: name })
  if (!item) throw new Error(`The picture ${name} was not learned`)
  const end = Date.now() + Number(seconds) * 1000
  for (;;) {
    const match = device.findPicture(item.content)
    if (match) {
      device.tap(match.x, match.y, { human: true })
      return `tapped ${name}, score ${match.score.toFixed(2)}`
    }
    if (Date.now() > end) throw new Error(`The picture ${name} is not on the screen`)
    device.waitForChange({ timeout: 1000 })
  }
}

learn ? learnPicture() : tapPicture()
