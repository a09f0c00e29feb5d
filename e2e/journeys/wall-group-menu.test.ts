import { readFile } from 'node:fs/promises'
import { commands } from '@fleetdeck/contract/commands'
import { devices } from '@fleetdeck/contract/devices'
import { Archive } from '@fleetdeck/zip/archive'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

const numbers = ['W1', 'W2', 'W3', 'W4']
let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(numbers)
})
afterAll(() => console_?.stop())

async function openGroup(members: string[]) {
  const opened = await console_.open()
  const { page, t } = opened
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const tile = (device: string) => page.getByRole('button', { name: t('wall.open', { device }), exact: true })
  const state = async (device: string) => {
    const strip = page.getByRole('article', { name: device }).locator('[data-member]')
    return (await strip.count()) > 0 ? strip.getAttribute('data-member') : undefined
  }
  const follows = (device: string) => expect.poll(() => state(device)).toMatch(/^(follows|differs)$/)
  const choose = (device: string) =>
    page.getByRole('checkbox', { name: t('wall.choose', { device }), exact: true }).check()
  const openMenu = async (device: string) => {
    // A scroll would close the menu.
    await tile(device).hover()
    await tile(device).click({ button: 'right' })
  }
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await page.goto('/device/wall')
  for (const device of members) await choose(device)
  await press(t('wall.startGroup'))
  for (const device of members.slice(1)) await follows(device)
  return { ...opened, press, tile, openMenu, state, follows, choose, item }
}

test('the menu of a tile pauses a phone, repeats what it missed, shows its log and takes it out; keys open it, too', async () => {
  const { page, t, errors, press, tile, openMenu, state, follows, item } = await openGroup(['W1', 'W2', 'W3'])
  await openMenu('W2')
  await item(t('wall.pause')).click()
  await expect.poll(() => state('W2')).toBe('paused')
  const panel = page.getByRole('complementary', { name: t('wall.beside') })
  await panel.getByRole('button', { name: t('screen.home') }).click()
  await expect.poll(() => state('W2')).toBe('missed')

  await tile('W2').focus()
  await page.keyboard.press('Shift+F10')
  await item(t('wall.repeatOne', { count: 1 })).click()
  await follows('W2')
  await openMenu('W2')
  await item(t('wall.log')).click()
  const log = page.getByRole('dialog', { name: t('wall.logOf', { device: 'W2' }) })
  await log.getByText(t('wall.logRepeated')).waitFor()
  await page.keyboard.press('Escape')
  await log.waitFor({ state: 'detached' })
  // Reading the log does not pause it.
  expect(await state('W2')).toMatch(/^(follows|differs)$/)

  await openMenu('W3')
  await item(t('wall.remove')).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  await press(t('wall.stopGroup'))
  expect(errors).toEqual([])
})

test('further phones join a running group from a selection and from the menu of their tile', async () => {
  const { page, t, errors, press, openMenu, follows, choose, item } = await openGroup(['W1', 'W2'])
  expect(await page.getByRole('article').count()).toBe(2)
  await press(t('wall.addMembers'))
  await expect.poll(() => page.getByRole('article').count()).toBe(4)
  await choose('W3')
  await press(t('wall.addChosen', { count: 1 }))
  await page.getByText(t('wall.added', { count: 1 })).waitFor()
  await follows('W3')
  await openMenu('W4')
  await item(t('wall.addOne')).click()
  await follows('W4')

  await press(t('wall.addDone'))
  await press(t('wall.stopGroup'))
  expect(errors).toEqual([])
})

test('screenshots of a selection and of a group are saved as one archive, named by their numbers', async () => {
  await console_.site.admin.call(devices.add, { body: { deviceNo: 'N1', groupId: 1, batch: 0 } })
  const { page, t, errors, press, choose } = await openGroup(['W1', 'W2', 'W3'])
  await press(t('wall.shots'))
  const dialog = page.getByRole('dialog', { name: t('wall.shotsTitle', { count: 3 }) })
  await expect
    .poll(() => dialog.getByRole('status').first().innerText())
    .toBe(t('wall.shotsCounts', { taken: 3, failed: 0, left: 0 }))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('wall.shotsZip', { count: 3 }) }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^screenshots-.*\.zip$/)
  const archive = await Archive.open(await readFile(await download.path()))
  const entries = await archive.allEntries()
  await archive.checkEntries(entries, { isWhole: true })
  expect(entries.map(({ fileName }) => fileName)).toEqual(['W1.jpg', 'W2.jpg', 'W3.jpg'])
  expect(entries.every(({ uncompressedSize }) => uncompressedSize > 2000)).toBe(true)
  archive.close()
  const [single] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('wall.shotSave', { device: 'W2' }) }).click(),
  ])
  expect(single.suggestedFilename()).toBe('W2.jpg')
  await page.keyboard.press('Escape')
  await press(t('wall.stopGroup'))

  // A search does not end a selection, which is used as a whole.
  await choose('W1')
  await choose('W2')
  await page.getByLabel(t('device.anyText')).fill('W4')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await press(t('wall.shots'))
  const both = page.getByRole('dialog', { name: t('wall.shotsTitle', { count: 2 }) })
  await both.getByText(t('wall.shotsCounts', { taken: 2, failed: 0, left: 0 })).waitFor()
  await page.keyboard.press('Escape')
  await press(t('wall.startGroup'))
  for (const device of ['W1', 'W2']) await page.getByRole('article', { name: device }).waitFor()
  await press(t('wall.stopGroup'))
  await page.goto('/device/wall')

  // One command for all of them.
  const { list } = await console_.site.admin.call(commands.list)
  expect(list.map(({ command, total }) => [command, total])).toEqual([
    ['shot', 2],
    ['shot', 3],
  ])
  for (const device of ['W1', 'N1'])
    await page.getByRole('checkbox', { name: t('wall.choose', { device }), exact: true }).check()
  await press(t('wall.shots'))
  const partly = page.getByRole('dialog')
  const counts = t('wall.shotsCounts', { taken: 1, failed: 1, left: 0 })
  await partly.getByText(counts).waitFor()
  await partly.getByRole('alert').waitFor()
  await partly.getByRole('button', { name: t('wall.shotsAgain', { count: 1 }) }).click()
  const sent = async () => (await console_.site.admin.call(commands.list)).total
  await expect.poll(sent).toBe(4)
  await partly.getByText(counts).waitFor()
  // The phone that did not answer does not get the command later.
  const open = async () => (await console_.site.admin.call(commands.list, { query: { open: '1' } })).total
  await expect.poll(open).toBe(0)
  expect(errors).toEqual([])
})
