// Signs people up in a form, one after the other, until the data group is empty. Several phones share the group.
//
// Parameter  group: the data group (members). One item per person:
//            {"name": "Ann Lee", "phone": "13800001234", "password": "secret-1"}
// Result     accepted people leave the group; refused ones move to “<group>-refused”, with the reason.
// Tried with the app Club of simulated phones.

const { group = 'members' } = ecloud.getTaskInfo().valueJson

/**
 * @param {{ name: string, phone: string, password: string }} person
 * @returns {string | undefined} the complaint of the form, such as a name that is taken
 */
function signUp({ name, phone, password }) {
  device.openLink('club://signup')
  device.find('#ad_close')?.tap()
  device.waitGone('#ad_close')
  device.find('#again')?.tap()
  device.waitFor('#name').setText(name)
  device.waitFor('#phone').setText(phone)
  device.waitFor('#password').setText(password)
  if (!device.waitFor('#agree').checked) device.tapOn('#agree')
  device.tapOn('#sign_up')
  if (device.find('#again', { timeout: 3000 })) return
  const complaint = device.findAll({ className: 'TextView', near: '#sign_up', direction: 'above' })[0]
  return complaint?.text ?? 'no answer'
}

/** @param {string} content */
function tryPerson(content) {
  try {
    return signUp(JSON.parse(content))
  } catch (error) {
    if (error instanceof SyntaxError) return 'not JSON'
    throw error
  }
}

let accepted = 0
let refused = 0
for (;;) {
  // An item that is not acknowledged, because the phone died or the run was stopped, returns to the group.
  const { leaseId, items } = ecloud.leaseData({ groupName: group, size: 1, seconds: 300 })
  const [person] = items
  if (!person) break
  const complaint = tryPerson(person.content)
  if (complaint) {
    const content = `${person.content}\n${complaint}`
    ecloud.addData({ groupName: `${group}-refused`, dataName: person.name, content })
    logw(person.name, 'was refused:', complaint)
    refused += 1
  } else accepted += 1
  ecloud.ackData({ leaseId })
}
`${accepted} accepted, ${refused} refused`
