// Taps the plus of the counter until it has added the wanted number. The parameter “goal” is optional.

const { valueJson } = ecloud.getTaskInfo()
const goal: number = Number(valueJson.goal ?? 3)

device.key('home')
device.launch('counter')
for (let added = 0; added < goal; added += 1) {
  const plus = device.findId('counter:id/plus')
  if (!plus) throw new Error('The counter is not open')
  device.tap(plus.x, plus.y)
}
logi('added', goal)
ecloud.incrementCache({ cacheKey: 'counted', step: goal })
