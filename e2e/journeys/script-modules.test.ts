import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => console_?.stop())

const dark = { storage: { 'layout-setting': JSON.stringify({ appearance: 'dark' }) } }
const views = { zhcn: dark, zhtw: {}, en: dark }
const widths = { zhcn: 375, zhtw: 375, en: 1280 }

test('a script whose imports have newer versions says so, and gets them with one click', async () => {
  const { site } = console_
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const save = (scriptName: string, content: string) =>
    site.admin.call(scripts.add, {
      body: { scriptName, content, platformId: 1, version: '1.0' } as never,
    })
  const login = await save('login', 'export const login = 1')
  await save('goal', 'export const goal = 1')
  await save('Buy', 'import { login } from "login"\nimport { goal } from "goal@1.0"\nlogi(login, goal)')
  const newer = { scriptName: 'login', version: '1.1', content: 'export const login = 2', platformId: 1 }
  await site.admin.call(scripts.edit, { body: { ...newer, id: login.id } as never })
  for (const language of ['zhcn', 'zhtw', 'en'] as const) {
    const { page, t, errors, close } = await console_.open({ language, ...views[language] })
    await page.goto('/task/script')
    const row = page.getByRole('row').filter({ hasText: 'Buy' })
    await row.getByText(t('script.importsNewer')).waitFor()
    await row.getByRole('button', { name: t('table.more') }).click()
    await page.getByRole('menuitem', { name: t('script.imports') }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(t('script.importNewer', { version: '1.1' })).waitFor()
    await drawer.getByText(t('script.importExact')).waitFor()
    await page.setViewportSize({ width: widths[language], height: 800 })
    await takeScreenshot(page, `script-imports-${language}`)
    expect(await misfits(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    if (language === 'en') {
      await drawer.getByRole('button', { name: t('script.updateImports') }).click()
      await drawer.getByText(t('script.importNewest')).waitFor()
      await expect.poll(() => row.getByText(t('script.importsNewer')).count()).toBe(0)
    }
    expect(errors).toEqual([])
    await close()
  }
})
