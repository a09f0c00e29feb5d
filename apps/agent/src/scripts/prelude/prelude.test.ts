import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, expect, test } from 'vitest'
import type { DeviceDriver } from '../../drivers/device-driver.ts'
import { createProfile } from '../../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../../drivers/simulated/simulated-device.ts'
import { openDriver } from '../../testing/plugged-driver.ts'
import { runScript } from '../../testing/run-script.ts'

const phone = new SimulatedDevice(createProfile(1, 'sim-1'), 'en')
afterAll(() => phone.close())

/** The value of the last statement. */
async function run(source: string, driver: DeviceDriver = phone): Promise<unknown> {
  const end = await runScript(driver, source)
  return end.state === 'succeeded' ? JSON.parse(end.msg) : end
}
const said = `const said = (act) => {
  try { return act() } catch (error) { return error.name + ': ' + error.message }
};`

test('elements have their attributes, and methods that are no part of their data', async () => {
  expect(
    await run(`
      device.launch('notes')
      const page = device.waitFor({ className: 'EditText', focused: true }, { interval: 50 })
      page.setText('one')
      page.setText('two')
      const now = device.find({ text: /^TWO$/i, className: 'EditText' })
      ;({
        now: [now.text, now.focused, now.id],
        keys: Object.keys(now).includes('tap') || 'look' in now,
        parent: now.parent().className,
        root: now.parent().parent(),
        inside: now.parent().children().some(({ id }) => id === 'notes:id/page'),
        wrong: typeof now.tap,
      })`),
  ).toEqual({
    now: ['two', true, 'notes:id/page'],
    keys: false,
    parent: 'android.widget.FrameLayout',
    root: null,
    inside: true,
    wrong: 'function',
  })
})

test('a look at a part of the screen takes the bounds of an element', async () => {
  expect(
    await run(`
      device.launch('counter')
      const { bounds } = device.waitFor('#plus', { interval: 50 })
      const shot = device.screenshot({ region: bounds })
      ;[shot.width === bounds.width, shot.height === bounds.height, device.waitForStill({ region: bounds, still: 100 })]`),
  ).toEqual([true, true, true])
})

test('an element is tapped, and counted up', async () => {
  expect(
    await run(`
      device.launch('counter')
      const plus = device.waitFor('#plus', { interval: 50 })
      plus.tap()
      plus.tap({ human: true, seed: 1 })
      device.tapOn({ id: 'plus' })
      device.waitFor('3', { interval: 50 }).text`),
  ).toBe(3)
})

test('what is no JSON is refused like other wrong arguments, instead of being taken as missing', async () => {
  expect(
    await run(`${said}
      device.launch('notes')
      const page = device.waitFor({ className: 'EditText' }, { interval: 50 })
      ;[
        said(() => device.longTap(5, 5, NaN)),
        said(() => device.swipe(1, 2, 3, 4, Infinity)),
        said(() => device.swipe(1, 2, 3, 4, () => 300)),
        said(() => device.tap(5n, 5)),
        said(() => device.volume(NaN)),
        said(() => device.find('x', { interval: () => 100 })),
        said(() => page.longTap(NaN)),
        said(() => page.setText(5)),
        said(() => withTimeout(1000, () => device.find('x', 5000))),
        said(() => withTimeout(1000, () => device.waitFor('x', { timeout: '5' }))),
        said(() => withTimeout(1000, () => device.waitGone('x', { timeout: -5 }))),
      ]`),
  ).toEqual([
    'Error: device.longTap: ms must be: 0 to 60000',
    'Error: device.swipe: ms must be: 0 to 60000',
    'Error: device.swipe: ms must be: 0 to 60000',
    'Error: device.tap: x must be: -10000 to 10000',
    'Error: device.volume: stream must be: media, ring, alarm',
    'Error: device.find: options.interval must be: 50 to 60000',
    'Error: device.longTap: ms must be: 0 to 60000',
    'Error: element.setText: words must be: a text of up to 10000 characters',
    'Error: device.find: options must be: an object',
    'Error: device.waitFor: options.timeout must be: 0 to 600000',
    'Error: device.waitGone: options.timeout must be: 0 to 600000',
  ])
})

test('a gesture of an element is like a person’s on wish', async () => {
  const touched: number[] = []
  const driver = new SimulatedDevice(createProfile(1, 'sim-1'), 'en')
  const touch = driver.touch.bind(driver)
  driver.touch = (paths) => {
    touched.push(paths[0]?.length ?? 0)
    return touch(paths)
  }
  try {
    await run(
      `
      device.launch('counter')
      device.tapOn('#plus', { interval: 50 }).longTap(200)
      device.tapOn('#plus', { human: true, seed: 1 }).longTap(200, { human: true, seed: 1 })
      0`,
      driver,
    )
    expect(touched).toEqual([1, 2, expect.any(Number), expect.any(Number)])
    expect(touched[2]).toBeGreaterThan(1)
  } finally {
    await driver.close()
  }
})

test('refusals are errors of the script', async () => {
  expect(
    await run(`${said}
      ;[
        said(() => device.tap(360, 0)),
        said(() => device.find({ txt: 'a' })),
        said(() => device.find('')),
        said(() => device.waitFor('x', { timeout: -1 })),
        said(() => device.gesture([])),
      ]`),
  ).toEqual([
    'Error: x must be 0 to 359, y 0 to 639',
    expect.stringContaining('Unknown option selector.txt. Valid options: id, text,'),
    expect.stringContaining('device.find: selector'),
    expect.stringContaining('options.timeout must be: 0 to 600000'),
    expect.stringContaining('device.gesture: points'),
  ])
})

test('a time limit ends waits and calls, is the inner one’s, and is over afterwards', async () => {
  expect(
    await run(`${said}
      const begin = Date.now()
      const results = [
        said(() => withTimeout(60, () => sleep(60_000))),
        said(() => withTimeout(60, () => device.waitFor('Nothing', { timeout: 60_000, interval: 50 }))),
        said(() => withTimeout(10_000, () => said(() => withTimeout(60, () => sleep(60_000))))),
        said(() => withTimeout(60, () => withTimeout(10_000, () => sleep(60_000)))),
        said(() => withTimeout(10_000, () => 'done')),
        said(() => withTimeout('soon', () => 1)),
      ]
      sleep(80)
      results.push(Date.now() - begin < 8000)
      results`),
  ).toEqual([
    'TimeoutError: withTimeout: not finished within 60 ms',
    expect.stringMatching(/Not found|TimeoutError/),
    'TimeoutError: withTimeout: not finished within 60 ms',
    'TimeoutError: withTimeout: not finished within 60 ms',
    'done',
    'Error: withTimeout: ms must be: 0 to 2147483647',
    true,
  ])
})

test('waits for pixels and scrolling end at the time of withTimeout, too', async () => {
  const elapsed = (await run(`
    device.launch('gallery')
    device.waitFor({ scrollable: true }, { interval: 50 })
    const took = (act) => {
      const begin = Date.now()
      try { withTimeout(300, act) } catch {}
      return Date.now() - begin
    }
    ;[
      took(() => device.waitForChange({ timeout: 30_000, threshold: 1 })),
      took(() => device.waitForStill({ timeout: 30_000, still: 30_000 })),
      took(() => device.scrollTo('nothing', { maxSwipes: 100 })),
    ]`)) as number[]
  expect(elapsed).toHaveLength(3)
  for (const ms of elapsed) expect(ms).toBeLessThan(10_000)
})

test('a function is called again until it works, or for the last time', async () => {
  expect(
    await run(`${said}
      let calls = 0
      const fails = () => { calls += 1; throw new Error('no ' + calls) }
      ;[
        retry((attempt) => { if (attempt < 3) throw new Error('no'); return attempt }, { delay: 1 }),
        said(() => retry(fails, { times: 2, delay: 1 })),
        said(() => withTimeout(100, () => retry(fails, { times: 1000, delay: 30 }))).split(':')[0],
        calls < 20,
        said(() => retry(fails, { times: 0 })),
      ]`),
  ).toEqual([
    3,
    'Error: no 2',
    'TimeoutError',
    true,
    'Error: retry: options.times must be: an integer from 1 to 1000',
  ])
})

test('random numbers are within their limits, and the same for the same seed', async () => {
  expect(
    await run(`${said}
      const draw = () => [random(1, 6), random(0.5, 1.5), randomItem(['a', 'b', 'c']), random()]
      randomSeed(7)
      const one = draw()
      randomSeed(7)
      const same = JSON.stringify(draw()) === JSON.stringify(one)
      const many = Array.from({ length: 500 }, () => random(1, 6))
      ;[same, Math.min(...many), Math.max(...many), many.every(Number.isInteger), pause(1, 3) <= 3,
        said(() => random(2, 1)), said(() => randomItem(5))]`),
  ).toEqual([
    true,
    1,
    6,
    true,
    true,
    'Error: random: Two numbers are required, the smaller one first',
    'Error: randomItem: list must be: a list',
  ])
})

test('functions within the sandbox refuse wrong arguments at once, with the valid values', async () => {
  expect(
    await run(`${said}
      let calls = 0
      const work = () => { calls += 1 }
      ;[
        said(() => sleep(NaN)),
        said(() => sleep()),
        said(() => pause(-1)),
        said(() => pause(60, 20)),
        said(() => random(5)),
        said(() => random(NaN)),
        said(() => randomSeed('x')),
        said(() => retry(5)),
        said(() => retry(work, 5)),
        said(() => retry(work, { tmies: 2 })),
        said(() => retry(work, { delay: NaN })),
        said(() => withTimeout(5)),
        calls,
      ]`),
  ).toEqual([
    'Error: sleep: ms must be: a number',
    'Error: sleep: ms must be: a number',
    'Error: pause: least must be: 0 to 2147483647',
    'Error: pause: Two numbers are required, the smaller one first',
    'Error: random: Two numbers are required, the smaller one first',
    'Error: random: least must be: a number',
    'Error: randomSeed: seed must be: a number',
    'Error: retry: work must be: (attempt: number) => any',
    'Error: retry: options must be: an object',
    'Error: retry: Unknown option options.tmies. Valid options: times, delay',
    'Error: retry: options.delay must be: 0 to 2147483647',
    'Error: withTimeout: work must be: () => any',
    0,
  ])
})

const shop = `<hierarchy><node class="android.widget.ListView" resource-id="com.shop:id/list" scrollable="true" enabled="true" bounds="[0,100][1080,2300]"><node class="android.widget.EditText" text="old" resource-id="com.shop:id/name" enabled="true" clickable="true" bounds="[0,100][1080,200]"/><node class="android.widget.Button" content-desc="Buy" clickable="true" enabled="true" bounds="[100,600][301,660]"/></node></hierarchy>`

test.skipIf(!hasAdb)('on a real phone each call is one command, and none captures the screen', async () => {
  const adb = await RealAdb.start()
  const opened = await openDriver(adb, androidScript({ 'uiautomator dump': shop }))
  try {
    const result = await run(
      `${said}
      device.tapOn('Buy')
      device.find('#name').setText('new')
      device.longTap(10, 20, 700)
      device.doubleTap(5, 6)
      device.drag(1, 1, 1, 500, { hold: 500, ms: 100 })
      device.gesture([{ x: 0, y: 0, ms: 0 }, { x: 300, y: 0, ms: 100 }, { x: 300, y: 300, ms: 200 }])
      ;[said(() => device.scrollTo('Sell', { maxSwipes: 3 })), said(() => device.pinch({ scale: 2 }))]`,
      opened.device,
    )
    expect(result).toEqual([
      'Error: Not found, end reached after 1 swipes: “Sell”. The screen shows: “old”, “Buy”',
      'Error: Two-finger gestures require scrcpy',
    ])
    const { lines } = opened.phone
    expect(lines.filter((line) => line.startsWith('input'))).toEqual([
      'input tap 200 630',
      'input tap 540 150',
      'input keyevent 123',
      'input keyevent 67 67 67',
      "input text 'new'",
      'input swipe 10 20 10 20 700',
      'input tap 5 6',
      'input tap 5 6',
      'input draganddrop 1 1 1 500 600',
      'input motionevent DOWN 0 0 && input motionevent MOVE 300 0 && input motionevent MOVE 300 300 && input motionevent UP 300 300',
      expect.stringMatching(/^input swipe 540 1860 540 540 \d+$/),
    ])
    expect(lines.filter((line) => line.startsWith('screencap'))).toEqual([])
  } finally {
    await opened.device.close()
    await adb.unplug(opened.phone)
    await adb.stop()
  }
})
