// Answers unread messages by templates, chat by chat. What no template fits is left to the operator.
//
// Parameter  group: the data group of templates (answers). The name of an item is a word of the question,
//            its content the answer; {name} is the name of the chat.
// Result     answered chats; questions without a template are told to the operator
// Tried with the app Club of simulated phones.

const { group = 'answers' } = ecloud.getTaskInfo().valueJson
const templates = ecloud.getData({ groupName: group })
if (templates.length === 0) throw new Error(`The data group ${group} has no templates`)

/** The newest message of the open chat, if it is not our own: those are on the right. */
function unanswered() {
  const field = device.waitFor('#message').bounds
  const title = device.waitFor('#back').bounds
  const messages = device
    .findAll({ className: 'TextView' })
    .filter(({ bounds }) => bounds.y > title.y + title.height && bounds.y + bounds.height < field.y)
  const lowest = messages.sort((one, two) => two.bounds.y - one.bounds.y)[0]
  return lowest && lowest.bounds.x < device.size().width / 5 ? lowest.text : undefined
}

let answered = 0
let open = 0
device.openLink('club://messages')
device.find('#ad_close')?.tap()
device.waitGone('#ad_close')
const chats = device.findAll({ className: 'LinearLayout', clickable: true }).map(({ id }) => id)
for (const chat of chats) {
  const row = device.waitFor({ id: chat })
  const [, name] = row.children().map(({ text }) => text)
  row.tap()
  // A lively chat shall not keep the phone busy.
  for (let turn = 0; turn < 10; turn += 1) {
    const question = unanswered()
    if (!question) break
    const template = templates.find((item) => question.toLowerCase().includes(item.name.toLowerCase()))
    if (!template) {
      notifyOperator(`${name}: ${question}`, 'Question without a template')
      open += 1
      break
    }
    device.waitFor('#message').setText(template.content.replaceAll('{name}', name))
    device.tapOn('#send')
    answered += 1
  }
  device.tapOn('#back')
}
`${answered} answered, ${open} open`
