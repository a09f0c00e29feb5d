// Checks in once a day. The code is only shown as an image: it is recognised on the phone’s computer.
//
// Result  checked in, already done, or skipped where OCR is not installed, which the operator is told.
//         A code that is refused three times is an error.
// Tried with the app Club of simulated phones.

/** The image of the code is above its field. */
function readCode() {
  const { x, y, width } = device.waitFor('#code').bounds
  const top = Math.max(0, y - width / 2)
  const texts = device.ocr({ x, y: top, width, height: y - top }).map(({ text }) => text.replace(/\D/g, ''))
  const code = texts.find((digits) => digits.length === 4)
  if (!code) throw new Error('No code of four digits was recognised')
  return code
}

function enterCode() {
  const code = readCode()
  device.waitFor('#code').setText(code)
  // The button appears some seconds after the page.
  device.tapOn('#check_in', { timeout: 20_000 })
  // An accepted code takes the field with it.
  device.waitGone('#code', { timeout: 3000 })
  return `checked in with ${code}`
}

function checkIn() {
  device.openLink('club://checkin')
  device.find('#ad_close')?.tap()
  device.waitGone('#ad_close')
  // The page has its elements before its image, while it opens.
  device.waitForStill({ still: 300, timeout: 5000 })
  return device.find('#code', { timeout: 2000 }) ? retry(enterCode, { times: 3 }) : 'already done'
}

function skip() {
  notifyOperator('The check-in needs OCR on the computer of this phone', 'Check-in skipped')
  return 'skipped: no OCR'
}

device.can('ocr') ? checkIn() : skip()
