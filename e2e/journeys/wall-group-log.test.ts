import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['W1', 'W2'])
})
afterAll(() => console_?.stop())

test('a user repeats the step that a paused phone missed, reads its log, and sends a file to the group', async () => {
  const { page, t, errors } = await console_.open()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto('/device/wall')
  for (const device of ['W1', 'W2'])
    await page.getByRole('checkbox', { name: t('wall.choose', { device }) }).check()
  await press(t('wall.startGroup'))
  const panel = page.getByRole('complementary', { name: t('wall.beside') })
  const button = (name: string) => panel.getByRole('button', { name })
  // Enlarging a member pauses it.
  const tile = page.getByRole('article', { name: 'W2' })
  await tile.locator(`[data-member="${'follows'}"], [data-member="${'differs'}"]`).waitFor()
  await page.getByRole('button', { name: t('wall.open', { device: 'W2' }), exact: true }).click()
  await panel.getByRole('heading', { name: t('wall.aloneTitle', { device: 'W2' }) }).waitFor()
  await button(t('wall.back')).click()
  await panel.getByRole('heading', { name: t('wall.leaderTitle', { device: 'W1' }) }).waitFor()
  await button(t('screen.home')).click()
  await press(t('wall.repeat', { count: 1 }))
  await page.getByRole('button', { name: t('wall.repeat', { count: 1 }) }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: t('wall.open', { device: 'W2' }), exact: true }).click()
  await button(t('wall.log')).click()
  const rows = panel.getByRole('table', { name: t('wall.log') }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.nth(1).innerText()).toContain(t('wall.logRepeated'))
  expect(await rows.nth(2).innerText()).toContain(t('wall.logMissed'))
  expect(await rows.nth(1).innerText()).toContain('admin')

  await press(t('wall.send'))
  const drawer = page.getByRole('dialog')
  await drawer
    .locator('input[type="file"]')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await drawer.locator('strong', { hasText: 'note.txt' }).waitFor()
  await drawer.getByRole('button', { name: t('command.sendAction', { count: 2 }) }).click()
  const result = drawer.getByRole('row')
  await expect.poll(async () => (await result.allInnerTexts()).join()).toMatch(/W1[\s\S]*W2|W2[\s\S]*W1/)
  await page.getByRole('button', { name: t('wall.stopGroup') }).waitFor()
  expect(errors).toEqual([])
})
