import { posts } from '@fleetdeck/contract/posts'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Opens a page's form, fills it in and submits it. */
async function add(
  page: Page,
  { path, button, fields }: { path: string; button: string; fields: Record<string, string> },
) {
  await page.goto(path)
  await page.getByRole('button', { name: button }).first().click()
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
}
const choose = async (page: Page, label: string, option: string) => {
  await field(page, label).click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByText(option, { exact: true })
    .click()
}

test('a post, a role and a user are created; the user signs in and sees what the role shows', async () => {
  const { page, t, errors, close } = await deck.open()
  const save = async () => {
    await dialog(page)
      .getByRole('button', { name: t('table.save') })
      .click()
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await add(page, {
    path: '/system/post',
    button: t('post.add'),
    fields: { [t('post.name')]: '机房值班', [t('post.code')]: 'duty' },
  })
  await save()
  await row(page, '机房值班').waitFor()

  await page.goto('/system/role')
  await page
    .getByRole('button', { name: t('role.add') })
    .first()
    .click()
  const editor = page.getByRole('region', { name: t('role.add') })
  await editor.getByLabel(t('role.name'), { exact: true }).fill('看设备')
  await editor.getByLabel(t('role.key'), { exact: true }).fill('watcher')
  await editor.getByRole('checkbox', { name: t('/device'), exact: true }).check()
  await editor.getByRole('button', { name: t('table.save') }).click()
  await row(page, 'watcher').waitFor()

  await add(page, {
    path: '/system/user',
    button: t('user.add'),
    fields: { [t('user.name')]: 'wei', [t('user.nick')]: '小魏' },
  })
  await choose(page, t('user.posts'), '机房值班')
  await page.keyboard.press('Escape')
  await choose(page, t('user.roles'), '看设备')
  await page.keyboard.press('Escape')
  await dialog(page)
    .getByRole('button', { name: t('table.save') })
    .click()
  const once = page.getByRole('dialog').filter({ hasText: t('user.passwordOnce') })
  await once.waitFor()
  const password = (
    await once
      .locator('span', { hasText: /^[\w!-~]{12,20}$/ })
      .first()
      .innerText()
  ).trim()
  await once
    .getByRole('button', { name: t('organisation.close') })
    .last()
    .click()
  await row(page, '小魏').waitFor()

  const theirs = await deck.visit()
  await theirs.page.goto('/login')
  await theirs.page.getByLabel(t('login.userName'), { exact: true }).fill('wei')
  await theirs.page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await theirs.page.getByRole('button', { name: t('login.submit') }).click()
  await theirs.page.getByLabel(t('profile.oldPassword'), { exact: true }).fill(password)
  await theirs.page.getByLabel(t('profile.newPassword'), { exact: true }).fill('Changed-Horse-9')
  await theirs.page.getByLabel(t('profile.confirmPassword'), { exact: true }).fill('Changed-Horse-9')
  await theirs.page.getByRole('button', { name: t('profile.changePassword') }).click()
  const menu = theirs.page.getByRole('navigation').getByRole('menu')
  await menu.getByText(t('/device'), { exact: true }).waitFor()
  expect(await menu.getByText(t('/system'), { exact: true }).count()).toBe(0)
  await theirs.page.goto('/system/user')
  await theirs.page.getByRole('heading', { name: t('layout.forbiddenTitle') }).waitFor()

  // A disabled user is signed out immediately; the question can be answered with no.
  const status = row(page, '小魏').getByRole('switch')
  await status.click()
  await dialog(page)
    .getByRole('button', { name: t('table.cancel') })
    .click()
  await expect.poll(() => status.getAttribute('aria-checked')).toBe('true')
  await status.click()
  // The switch shows the new state before the server has it.
  const isDisabled = page.waitForResponse((response) => response.request().method() !== 'GET')
  await dialog(page)
    .getByRole('button', { name: t('organisation.disable') })
    .click()
  await isDisabled
  await expect.poll(() => status.getAttribute('aria-checked')).toBe('false')
  await theirs.page.goto('/index')
  await theirs.page.getByText(t('error.sessionExpired')).first().waitFor()
  expect(errors).toEqual([])
  await theirs.close()
  await close()
})

test('a notice appears in the bell of every user immediately', async () => {
  const writer = await deck.open()
  const reader = await deck.open()
  const { page, t } = writer
  await reader.page.goto('/index')
  await reader.page.getByRole('button', { name: t('notice.bell'), exact: true }).waitFor()
  await add(page, {
    path: '/system/notice',
    button: t('notice.add'),
    fields: { [t('notice.noticeTitle')]: '今晚维护' },
  })
  await dialog(page).locator('[contenteditable=true]').fill('22 点到 23 点')
  await dialog(page)
    .getByRole('button', { name: t('table.save') })
    .click()
  await dialog(page).waitFor({ state: 'hidden' })
  const ringing = (key: TextKey) => t(key, { count: 1 })
  await reader.page.getByRole('button', { name: ringing('notice.bellUnread') }).click()
  await reader.page.getByText('今晚维护').first().waitFor()
  expect([...writer.errors, ...reader.errors]).toEqual([])
  await writer.close()
  await reader.close()
})

test('rows are selected one by one, as a range, as a page, and across pages', async () => {
  const { page, t, errors, close } = await deck.open()
  for (let n = 40; n < 52; n++) {
    const body = { postName: `Range ${n}`, postCode: `range${n}`, postSort: n }
    await deck.site.admin.ask(posts.add, { body })
  }
  await page.goto('/system/post?postName=Range&pageSize=10')
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  const all = page
    .locator('thead')
    .getByRole('checkbox', { name: t('table.selectPage'), exact: true })
    .first()
  const selected = (count: number) =>
    page.getByText(t('table.selected', { count: String(count) }), { exact: true }).waitFor()
  await box('Range 41').check()
  await selected(1)
  await box('Range 45').click({ modifiers: ['Shift'] })
  await selected(5)
  await expect.poll(() => box('Range 43').isChecked()).toBe(true)
  await expect.poll(() => all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await box('Range 44').click({ modifiers: ['Shift'] })
  await selected(3)
  await all.check()
  await selected(10)
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await box('Range 51').check()
  await selected(11)
  expect(await all.isChecked()).toBe(false)
  await page.getByRole('listitem', { name: '1', exact: true }).click()
  await expect.poll(() => all.isChecked()).toBe(true)
  await page.getByRole('button', { name: t('table.clearSelection') }).click()
  await expect.poll(() => box('Range 43').isChecked()).toBe(false)
  await box('Range 40').check()
  await box('Range 41').check()
  await page
    .getByRole('status')
    .getByRole('button', { name: t('table.delete') })
    .click()
  await dialog(page)
    .getByRole('button', { name: t('table.delete') })
    .click()
  await box('Range 40').waitFor({ state: 'detached' })
  const left = await deck.site.admin.call(posts.list, { query: { postName: 'Range' } })
  expect(left.total).toBe(10)
  await deck.site.admin.call(posts.remove, { body: { ids: left.list.map(({ id }) => id) } })
  expect(errors).toEqual([])
  await close()
})

test('after the last row of a page is deleted the previous page is shown', async () => {
  const { page, t, errors, close } = await deck.open()
  for (let n = 10; n < 20; n++) {
    const body = { postName: `P${n}`, postCode: `p${n}`, postSort: n }
    await deck.site.admin.ask(posts.add, { body })
  }
  const { total } = await deck.site.admin.call(posts.list)
  const onLastPage = total - 10
  await page.goto('/system/post?pageSize=10&pageNum=2')
  const rows = page.locator('tbody tr.ant-table-row')
  for (let left = onLastPage; left > 0; left--) {
    await expect.poll(() => rows.count()).toBe(left)
    expect(addressIn(page)).toContain('pageNum=2')
    await rows
      .first()
      .getByRole('button', { name: t('table.delete') })
      .click()
    await dialog(page)
      .getByRole('button', { name: t('table.delete') })
      .click()
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await expect.poll(() => rows.count()).toBe(10)
  expect(addressIn(page)).not.toContain('pageNum=2')
  expect((await deck.site.admin.call(posts.list)).total).toBe(10)
  expect(errors).toEqual([])
  await close()
})
