import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { posts } from '@fleetdeck/contract/posts'
import { scripts } from '@fleetdeck/contract/scripts'
import { session } from '@fleetdeck/contract/session'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { maxWaitMs, type OpenPage } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

type T = OpenPage['t']

async function openForm(page: Page, t: T): Promise<Locator> {
  await page
    .getByRole('button', { name: t('post.add') })
    .first()
    .click()
  return page.getByRole('dialog', { name: t('post.add') })
}
const nameIn = (form: Locator, t: T) => form.getByLabel(t('post.name'), { exact: true })

/** Where a draft is offered, it is taken: the text is there again. */
async function restore(page: Page, t: T): Promise<Locator> {
  const form = await openForm(page, t)
  await form.getByRole('button', { name: t('table.draftRestore') }).click()
  return form
}

const written = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(text)

test('what was typed survives Back, the palette, a reload and the end of the session', async () => {
  const { page, t, close, token } = await deck.open()
  await page.goto('/index')
  await page.goto('/system/post')
  const form = await openForm(page, t)
  await nameIn(form, t).fill('First words')
  await page.goBack()
  await page.waitForURL('**/index')
  await page.goForward()

  const again = await restore(page, t)
  expect(await nameIn(again, t).inputValue()).toBe('First words')
  await nameIn(again, t).fill('Second words')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill(t('/system/dept'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/system/dept')
  await page.goBack()
  await page.reload()

  const third = await restore(page, t)
  expect(await nameIn(third, t).inputValue()).toBe('Second words')
  await nameIn(third, t).fill('Third words')
  await deck.site.as(token).call(session.logout)
  const dialog = page.getByRole('dialog', { name: t('login.againTitle') })
  await dialog.getByRole('button', { name: t('login.againOther') }).click()
  await page.getByLabel(t('login.userName'), { exact: true }).fill('admin')
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()

  const last = await restore(page, t)
  expect(await nameIn(last, t).inputValue()).toBe('Third words')
  await last.getByLabel(t('post.code'), { exact: true }).fill('third')
  await last.getByRole('button', { name: t('table.save') }).click()
  await page.getByText('Third words', { exact: true }).waitFor()
  const fresh = await openForm(page, t)
  await nameIn(fresh, t).waitFor()
  expect(await fresh.getByRole('button', { name: t('table.draftRestore') }).count()).toBe(0)
  await close()
})

test('closing an edited form asks, with the safe answer in front; discarded values are not offered again', async () => {
  const { page, t, close } = await deck.open()
  await page.goto('/system/post')
  const form = await openForm(page, t)
  await nameIn(form, t).fill('Given up')
  await written(page, 'Given up')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: t('table.discardTitle') })
  const keep = question.getByRole('button', { name: t('table.keepEditing') })
  await expect.poll(() => keep.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  expect(await nameIn(form, t).inputValue()).toBe('Given up')
  await form.getByRole('button', { name: t('table.cancel') }).click()
  await question.getByRole('button', { name: t('table.discard') }).click()
  await form.waitFor({ state: 'hidden' })
  const fresh = await openForm(page, t)
  await nameIn(fresh, t).waitFor()
  expect(await fresh.getByRole('button', { name: t('table.draftRestore') }).count()).toBe(0)
  await close()
})

test('a draft belongs to one row and one user, warns when saved data has changed, and contains no password', async () => {
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
  const { admin } = deck.site
  for (const postName of ['Night', 'Day'])
    await admin.call(posts.add, { body: { postName, postCode: postName, postSort: 0 } })
  const { page, t, close } = await deck.open()
  await page.goto('/system/post')
  const edit = async (name: string) => {
    await rowOf(page, name)
      .getByRole('button', { name: t('table.edit') })
      .click()
    return page.getByRole('dialog').filter({ hasText: name })
  }
  const form = await edit('Night')
  await nameIn(form, t).fill('Late night')
  await written(page, 'Late night')
  await page.reload()
  const other = await edit('Day')
  expect(await nameIn(other, t).inputValue()).toBe('Day')
  expect(await other.getByRole('button', { name: t('table.draftRestore') }).count()).toBe(0)
  await page.keyboard.press('Escape')
  const night = (await admin.call(posts.list, { query: { postName: 'Night' } })).list[0]
  if (!night) throw new Error('no post')
  const { id, postName, postCode } = night
  await admin.call(posts.edit, { body: { id, postName, postCode, postSort: 5 } })
  await page.reload()
  const again = await edit('Night')
  await again.getByText(t('table.draftOutdated')).waitFor()
  await again.getByRole('button', { name: t('table.draftDiscard') }).click()

  await page.goto('/system/user')
  await page
    .getByRole('button', { name: t('user.add') })
    .first()
    .click()
  const user = page.getByRole('dialog', { name: t('user.add') })
  await user.getByLabel(t('user.name'), { exact: true }).fill('newcomer')
  await user.getByLabel(t('user.password'), { exact: true }).fill('Secret-Horse-77')
  await written(page, 'newcomer')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Secret-Horse-77')

  await addHolder(
    deck.site,
    { userName: 'lin' },
    { permissions: ['system/auth/postList', 'system/auth/postEdit'], dataScope: 1 },
  )
  const { token = '' } = await deck.site.signIn('lin', adminPassword)
  await page.evaluate((value) => localStorage.setItem('Admin-Token', value), token)
  await page.goto('/system/post')
  const others = await edit('Night')
  await nameIn(others, t).waitFor()
  expect(await others.getByRole('button', { name: t('table.draftRestore') }).count()).toBe(0)
  await close()
})

/** Text fields of the layer on top, else of the page. */
const fieldsIn = (page: Page) => page.locator('main:visible, [role=dialog]:visible').last()

interface Edited {
  path: string
  /** Up to the form, as after a reload. */
  open: (page: Page, t: T) => Promise<unknown>
  field: (page: Page, t: T) => Locator
  text?: string
  /** It opens in a view of its own of the page: Back leads to the other one, and closes it. */
  isInView?: true
}

const clickButton = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
const label = (key: Parameters<T>[0]) => (page: Page, t: T) =>
  fieldsIn(page).getByLabel(t(key), { exact: true })

const others: Record<string, Edited> = {
  'a new role': {
    path: '/system/roleEdit/new',
    open: async () => undefined,
    field: label('role.name'),
  },
  'a generated page': {
    path: '/gen/edit?tableId=1',
    open: (page, t) => page.getByRole('tab', { name: t('gen.tabBasic') }).click(),
    field: (page, t) =>
      fieldsIn(page)
        .getByRole('textbox', { name: t('gen.tableComment') })
        .last(),
  },
  'the settings of the site': {
    path: '/site/config',
    open: async () => undefined,
    field: (page) =>
      page.locator('main:visible input[type=text]:enabled, main:visible input:not([type]):enabled').first(),
  },
  'the text of a script': {
    path: '/task/script',
    open: (page, t) => clickButton(page, t('script.bench')),
    field: (page) => page.locator('[role=dialog] .cm-content'),
    text: '// typed',
  },
  'numbers to add': {
    path: '/device/deviceList',
    open: (page, t) => clickButton(page, t('deviceImport.open')),
    field: label('deviceImport.lines'),
  },
  'the number of a new phone': {
    path: '/device/deviceList',
    open: async (page, t) => {
      await page.getByText(t('device.unassigned'), { exact: true }).first().click()
      await clickButton(page, t('device.assign'))
    },
    isInView: true,
    field: label('device.number'),
    text: 'TYPED77',
  },
  'a line of an item': {
    path: '/data/list',
    open: (page, t) => clickButton(page, t('dataItem.lines')),
    field: label('dataItem.line'),
  },
  'a notice': {
    path: '/system/notice',
    open: (page, t) => clickButton(page, t('notice.add')),
    field: (page) => page.locator('[role=dialog] [contenteditable=true]'),
  },
}

describe('typed values are offered again after a reload, and stay or are offered after Back', () => {
  let phones: Phones | undefined
  beforeAll(async () => {
    const { admin, address, deps } = deck.site
    await admin.call(codeGenerator.import, { query: { tables: 'posts' } })
    await admin.call(platforms.add, { body: { platformName: 'Shop' } })
    const script = {
      scriptName: 'Greet',
      platformId: 1,
      version: '1.0',
      content: 'ecloud.log(1)',
      params: [],
    }
    await admin.call(scripts.add, { body: script as never })
    await admin.call(dataGroups.add, { body: { groupName: 'Words' } })
    await admin.call(dataItems.add, { body: { name: 'words', groupId: 1, content: 'a' } })
    phones = await startPhones({ server: address, key: deps.parameters.get('device.enrolmentKey'), count: 1 })
    const waiting = async () => (await admin.call(devices.listUnAssignedDevice)).total
    await vi.waitUntil(async () => (await waiting()) === 1, { timeout: maxWaitMs })
  })
  afterAll(() => phones?.stop())
  test.each(Object.entries(others))('%s', async (_, { path, open, field, text = 'Typed once', isInView }) => {
    const { page, t, errors, close } = await deck.open()
    await page.goto(path)
    await open(page, t)
    await field(page, t).fill(text)
    await written(page, text)
    await page.reload()
    await open(page, t)
    const offer = page.getByRole('button', { name: t('table.draftRestore') }).first()
    await offer.waitFor()
    expect(await page.getByText(t('table.draftOutdated')).count()).toBe(0)
    await offer.click()
    const shown = () =>
      field(page, t).evaluate((element) =>
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.value
          : element.textContent,
      )
    await expect.poll(shown).toBe(text)

    const tab = (pathname: string) => page.locator(`.tabs [data-path="${pathname}"] a`)
    const [pathname = ''] = path.split('?')
    await page.goto('/index')
    await page.goto(path)
    await tab('/index').click()
    await page.waitForURL('**/index')
    await tab(pathname).click()
    await page.waitForURL(`**${path}`)
    await open(page, t)
    await offer.click()
    await expect.poll(shown).toBe(text)
    const typedAt = page.url()
    await page.goBack()
    await page.waitForURL((url) => url.href !== typedAt)
    await page.goForward()
    await page.waitForURL(typedAt)
    if (isInView) {
      await open(page, t)
      await offer.waitFor()
    } else await expect.poll(shown).toBe(text)
    expect(errors).toEqual([])
    await close()
  })
})

test('a refused save is in sight, and the field it names has the focus', async () => {
  const { page, t, close } = await deck.open({ height: 420 })
  await deck.site.admin.call(posts.add, { body: { postName: 'Taken', postCode: 'taken', postSort: 0 } })
  await page.goto('/system/post')
  const form = await openForm(page, t)
  await form.getByRole('button', { name: t('table.save') }).click()
  await expect.poll(() => nameIn(form, t).evaluate((field) => field === document.activeElement)).toBe(true)
  await nameIn(form, t).fill('Taken')
  await form.getByLabel(t('post.code'), { exact: true }).fill('other')
  await form.getByRole('button', { name: t('table.save') }).click()
  const refusal = form.getByRole('alert').filter({ hasText: t('post.nameTaken') })
  await refusal.first().waitFor()
  const box = await refusal.first().boundingBox()
  expect(box && box.y >= 0 && box.y + box.height <= 420).toBe(true)
  await expect.poll(() => nameIn(form, t).evaluate((field) => field === document.activeElement)).toBe(true)
  await close()
})
