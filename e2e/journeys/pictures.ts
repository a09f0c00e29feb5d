import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { afterEach, expect, onTestFailed, test } from 'vitest'
import { launch, type OpenPage, openPage, takeScreenshot } from '../helpers/browser.ts'
import { assignPhones, type Console, startConsole } from '../helpers/console.ts'
import { expectLoaded, trackRequests } from '../helpers/menu-pages.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

const images = path.resolve(import.meta.dirname, '../../docs/images')
const count = 8
const numbers = Array.from({ length: count }, (_, index) => `SZ${String(index + 1).padStart(3, '0')}`)

const words = {
  en: {
    folder: images,
    group: 'Lab',
    platform: 'Shop',
    script: 'Open the shop',
    task: 'Morning check',
    log: 'checking the battery of ',
    error: 'battery too low',
    answer: 'checked',
  },
  zhcn: {
    folder: path.join(images, 'zh-CN'),
    group: '第一机房',
    platform: '商城',
    script: '打开商城',
    task: '每日检查',
    log: '检查电量：',
    error: '电量过低',
    answer: '检查完成',
  },
}
type Words = (typeof words)['en']

const scriptText = ({ log, error, answer }: Words) => `const number = ecloud.getDeviceNo()
ecloud.log('${log}' + number)
device.key('home')
const { width, height } = device.size()
for (let step = 0; step < 3; step += 1) {
  device.swipe(width * 0.8, height / 2, width * 0.2, height / 2)
  sleep(200)
}
if (number === '${numbers[2]}') throw new Error('${error}')
'${answer}'
`

let deck: Console | undefined
let phones: Phones | undefined
afterEach(async () => {
  await phones?.stop()
  await deck?.stop()
})

async function fill({ site }: Console, text: Words) {
  const { admin } = site
  // That of the browser: times are shown without the name of their zone.
  await site.deps.parameters.set('sys.timeZone', 'UTC')
  await admin.call(deviceGroups.add, { body: { groupName: text.group } })
  await assignPhones(site, numbers)
  const settings = JSON.stringify({ screen_scale: '100', screen_img_quality: '80', default_screen: '1' })
  for (const deviceNo of numbers)
    await admin.call(devices.updateSettingScreen, { body: { deviceNo, content: settings } })
  await admin.call(platforms.add, { body: { platformName: text.platform } })
  await admin.call(scripts.add, {
    body: { scriptName: text.script, platformId: 1, version: '1.2', content: scriptText(text), params: [] },
  })
}

async function shoot({ page }: OpenPage, folder: string, name: string) {
  await expectLoaded(page)
  await page.mouse.move(5, 880)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}

/** The frames of at least as many phones are drawn. */
const framesOf = (page: OpenPage['page'], least: number) =>
  expect.poll(() => page.locator('article canvas[data-frames]').count()).toBeGreaterThanOrEqual(least)

test.each(['en', 'zhcn'] as const)('pictures for the README, %s', async (language) => {
  const text = words[language]
  const { folder } = text
  await mkdir(folder, { recursive: true })
  deck = await startConsole()
  const { site } = deck
  phones = await startPhones({
    server: site.address,
    key: site.deps.parameters.get('device.enrolmentKey'),
    count,
    more: ['--lang', language],
  })
  await fill(deck, text)
  const opened = await openPage(await launch(), site.address, {
    ...{ language, width: 1440, height: 900, token: site.admin.token ?? '' },
    storage: { 'layout-setting': JSON.stringify({ tagsView: false }) },
  })
  const { page, t } = opened
  trackRequests(page)
  onTestFailed(() => takeScreenshot(page, 'pictures-failed'))

  await page.goto('/task/taskList')
  await page
    .getByRole('button', { name: t('task.add') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel(t('task.name')).fill(text.task)
  await form.getByLabel(t('task.script'), { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: text.script }).click()
  await form.getByLabel(t('task.groups'), { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: text.group }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: t('table.save'), exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: text.task })
  await row.getByRole('button', { name: t('task.start'), exact: true }).click()
  await expect
    .poll(
      async () =>
        (await site.admin.call(taskRuns.list)).list.filter(({ state }) => state === 'succeeded').length,
    )
    .toBe(count - 1)
  await row.getByRole('button', { name: text.task }).click()
  await page.getByRole('dialog').getByText(text.answer).first().waitFor()
  await shoot(opened, folder, 'task')

  await page.goto('/task/script')
  await page
    .getByRole('row', { name: text.script })
    .getByRole('button', { name: t('script.bench') })
    .click()
  const bench = page.getByRole('dialog')
  await bench.getByRole('combobox', { name: t('script.tryPhone') }).click()
  await page.locator('.ant-select-item-option', { hasText: numbers[0] ?? '' }).click()
  await bench.getByRole('button', { name: t('script.tryNow') }).click()
  await bench.getByText(`${text.log}${numbers[0]}`).waitFor()
  await expect.poll(() => bench.getByRole('button', { name: t('script.tryStop') }).isDisabled()).toBe(true)
  await shoot(opened, folder, 'editor')

  await page.goto('/device/wall')
  await framesOf(page, count)
  await shoot(opened, folder, 'wall')

  await page.goto('/device/deviceList?assStatus=1')
  await page.getByText(numbers[0] ?? '', { exact: true }).waitFor()
  await shoot(opened, folder, 'devices')

  await page
    .getByRole('row')
    .filter({ hasText: numbers[2] ?? '' })
    .getByRole('button', { name: t('screen.open') })
    .click()
  await page.locator('canvas[data-frames]').waitFor()
  await expect.poll(() => page.locator('canvas').getAttribute('data-frames').then(Number)).toBeGreaterThan(0)
  await shoot(opened, folder, 'take-over')

  await page.goto('/index')
  await shoot(opened, folder, 'home')
  await opened.close()
})
