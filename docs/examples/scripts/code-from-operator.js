// Signs in with a code that only a person can read: the operator sees the screen in the console and types it.
// Without an answer the run fails, and the next run asks again.
//
// Parameter  seconds: how long to wait for the answer (300)
// Tried with the check-in of the app Club of simulated phones.

const { seconds = '300' } = ecloud.getTaskInfo().valueJson

device.openLink('club://checkin')
device.find('#ad_close')?.tap()
device.waitGone('#ad_close')
// The page has its elements before its image, while it opens.
device.waitForStill({ still: 300, timeout: 5000 })

/** @param {string} question */
function codeFromOperator(question) {
  const code = ask(question, {
    title: `Phone ${ecloud.getDeviceNo()}`,
    picture: true,
    placeholder: '0000',
    timeout: Number(seconds),
  })
  if (!/^\d{4}$/.test(code)) throw new Error(`“${code}” is not a code of four digits`)
  return code
}

/** An accepted code takes its field with it. */
function isAccepted() {
  try {
    device.waitGone('#code', { timeout: 3000 })
    return true
  } catch {
    return false
  }
}

function signIn() {
  const again = 'That code was wrong. The code of the day?'
  for (const question of ['The code of the day?', again, again]) {
    device.waitFor('#code').setText(codeFromOperator(question))
    device.tapOn('#check_in', { timeout: 20_000 })
    if (isAccepted()) return 'signed in'
  }
  throw new Error('Three codes were wrong')
}

device.find('#code', { timeout: 2000 }) ? signIn() : 'already signed in'
