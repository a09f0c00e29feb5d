const table = `
  clickPoint             device.tap
  longClickPoint         device.longTap
  swipeToPoint           device.swipe
  inputText              device.text
  home                   device.key('home')
  back                   device.key('back')
  recentApps             device.key('recent')
  power                  device.key('power')
  toast                  logi
  text                   device.findText
  clickText              device.findText, device.tap
  id                     device.findId
  clickId                device.findId, device.tap
  dumpXml                device.parts
  device.getScreenWidth  device.size().width
  device.getScreenHeight device.size().height
  device.getBattery      device.status().battery
  utils.openApp          device.launch
  utils.openAppByName    device.launch
  utils.setClipboardText device.setClipboard
  utils.getClipboardText device.clipboard
  shell.execCommand      device.shell
  image.captureScreen    device.screenshot
  image.captureFullScreen device.screenshot
  image.findImage        device.findPicture
  image.findImageEx      device.findPicture
  image.findColor        device.findColor
  image.findColorEx      device.findColor
  image.findMultiColor   device.findColors
  image.findMultiColorEx device.findColors
  image.cmpColor         device.compareColors
  image.cmpColorEx       device.compareColors
  image.pixel            device.color
  http.httpGet           http.request
  http.httpGetDefault    http.request
  http.httpPost          http.request
  http.postJSON          http.request`

/** Functions of the former system's scripts, and what does the same here; see docs/script-api.md. */
export const counterparts: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +(.+)/) as [string, string]),
)
