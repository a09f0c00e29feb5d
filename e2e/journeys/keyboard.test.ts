import { adminPassword } from '@fleetdeck/testing/site/test-site'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

/** The focused element, if neither it nor its container shows the focus. */
const findMissingFocusRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    const shows = (part: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    // The container of a field, check box or link shows the focus of its content.
    const around = [
      focused,
      focused.parentElement,
      focused.parentElement?.parentElement,
      focused.closest('li'),
    ]
    return around.some((part) => part && shows(part)) ? undefined : focused.outerHTML.slice(0, 200)
  })

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Tab stops without a visible focus. */
const stopsWithoutFocus = new Set<string>()

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await target.waitFor()
  for (let steps = 0; steps < 60; steps++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
    const stop = await findMissingFocusRing(page)
    if (stop) stopsWithoutFocus.add(stop)
  }
  throw new Error(`The Tab key does not lead to ${target}`)
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Presses an arrow key in a menu, whose focus moves a frame later. */
async function moveFocus(page: Page, key: string) {
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.press(key)
  await expect.poll(() => before.evaluate((element) => element !== document.activeElement)).toBe(true)
}

const closed = (dialog: Locator) => dialog.waitFor({ state: 'hidden' })

test('daily work is possible by keyboard: the focus is always visible and returns to its previous element', async () => {
  const { page, t, errors, close } = await deck.visit({ language: 'en' })
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name }).filter({ visible: true }).first()
  await page.goto('/login')
  const account = page.getByLabel(t('login.userName'), { exact: true })
  await tabTo(page, account)
  await page.keyboard.type('admin')
  await tabTo(page, page.getByLabel(t('login.password'), { exact: true }))
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/index')

  // The palette opens a page and leaves the focus on the page.
  await page.locator('.header').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('layout.palette') }).waitFor()
  await page.keyboard.type('my account')
  await expect
    .poll(() => page.getByRole('option', { selected: true }).innerText())
    .toContain(t('/user/profile'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/profile')

  // The menu: a submenu opens, its second entry is selected.
  const menu = page.locator('.side-menu')
  await page.keyboard.press('Control+Home')
  await tabTo(page, menu)
  const submenu = menu.getByRole('menuitem', { name: t('/device'), exact: true })
  await moveFocus(page, 'ArrowDown')
  await moveFocus(page, 'ArrowDown')
  await expect.poll(() => isFocused(submenu)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => submenu.getAttribute('aria-expanded')).toBe('true')
  const group = menu.getByRole('link', { name: t('/device/group'), exact: true })
  for (let steps = 0; steps < 6 && !(await isFocused(group)); steps++) await moveFocus(page, 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/group')

  // A form: it takes the focus, and returns it when closed.
  const add = button(t('deviceGroup.add'))
  const drawer = page.getByRole('dialog', { name: t('deviceGroup.add') })
  await press(page, add)
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await closed(drawer)
  await expect.poll(() => isFocused(add)).toBe(true)
  await page.keyboard.press('Enter')
  const name = drawer.getByLabel(t('deviceGroup.name'), { exact: true })
  await expect.poll(() => isFocused(name)).toBe(true)
  await page.keyboard.type('Keys')
  await press(page, button(t('table.save'), drawer))
  await closed(drawer)
  const row = page.getByRole('row').filter({ hasText: 'Keys' })
  await row.waitFor()

  // A filter.
  await tabTo(
    page,
    page.locator('main form').getByRole('textbox').filter({ visible: true }).first(),
    'Shift+Tab',
  )
  await page.keyboard.type('Key')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/group?*name=Key*')

  // An action of a row: the form, then the confirmation.
  const edit = button(t('table.edit'), row)
  await press(page, edit)
  const editing = page.getByRole('dialog', { name: t('deviceGroup.edit') })
  await editing.waitFor()
  await page.keyboard.press('Escape')
  await closed(editing)
  await expect.poll(() => isFocused(edit)).toBe(true)
  const remove = button(t('table.delete'), row)
  await press(page, remove)
  const question = page.getByRole('dialog')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await closed(question)
  await expect.poll(() => isFocused(remove)).toBe(true)
  await page.keyboard.press('Enter')
  await press(page, button(t('table.delete'), question))
  await row.waitFor({ state: 'detached' })

  // Tabs: one is activated, one is closed.
  const tab = (path: string) => page.locator(`.tabs [data-path="${path}"]`)
  await tabTo(page, tab('/user/profile').getByRole('link'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/profile')
  await tabTo(page, tab('/device/group').getByRole('link'))
  await page.keyboard.press('Delete')
  await tab('/device/group').waitFor({ state: 'detached' })

  // The settings, and sign-out.
  const user = page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) })
  const choose = async (entry: string) => {
    await tabTo(page, user, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: entry })
    await item.waitFor()
    const reached = page.locator('[role=menu] :focus')
    // An opened menu takes the focus by itself, which may be later than the first key. After its end it begins again.
    for (let steps = 0; steps < 12 && !(await isFocused(item)); steps++) {
      const before = await reached.allInnerTexts()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => reached.allInnerTexts()).not.toEqual(before)
    }
    await expect.poll(() => isFocused(item)).toBe(true)
    await page.keyboard.press('Enter')
  }
  await choose(t('layout.settings'))
  const settings = page.getByRole('dialog', { name: t('layout.settings') })
  await settings.waitFor()
  const tags = settings.getByRole('switch', { name: t('layout.tagsView') })
  await tabTo(page, tags)
  await page.keyboard.press('Space')
  await page.locator('.tabs').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await closed(settings)
  await expect.poll(() => isFocused(user)).toBe(true)
  await choose(t('layout.exit'))
  await press(page, button(t('layout.exit'), page.getByRole('dialog')))
  await page.waitForURL('**/login')
  expect(addressIn(page)).toBe('/login')
  expect([...stopsWithoutFocus]).toEqual([])
  expect(errors).toEqual([])
  await close()
})
