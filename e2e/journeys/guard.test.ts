import { DataScope } from '@fleetdeck/contract/enums'
import { roles } from '@fleetdeck/contract/roles'
import { session } from '@fleetdeck/contract/session'
import { addHolder, findMenuIds } from '@fleetdeck/testing/site/organisation'
import { addUser, adminPassword } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

const wanted = '/device/group?groupName=lab#top'

test('a visitor without a token is redirected to the sign-in page, and then to the requested page', async () => {
  const { page, t, errors, close } = await deck.visit()
  await page.goto(wanted)
  await page.getByLabel(t('login.userName'), { exact: true }).fill('admin')
  expect(addressIn(page)).toBe(`/login?redirect=${encodeURIComponent(wanted)}`)
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.waitForURL(`**${wanted}`)
  expect(errors).toEqual([])
  await close()
})

test('public pages open without a token, all others redirect to the sign-in page', async () => {
  const { page, close } = await deck.visit()
  for (const path of ['/login', '/auth-redirect', '/bind', '/register']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    expect(addressIn(page)).toBe(path)
  }
  for (const path of ['/', '/index', '/screen', '/404', '/401', '/nowhere']) {
    await page.goto(path)
    await page.waitForURL(`**/login?redirect=${encodeURIComponent(path)}`)
  }
  await close()
})

test('with a token the sign-in page redirects, but only to addresses of this site', async () => {
  const { page, close } = await deck.open()
  const foreign = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login',
  ]
  for (const target of foreign) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await page.waitForURL(`${deck.site.address}/index`)
  }
  await page.goto('/login')
  await page.waitForURL(`${deck.site.address}/index`)
  await page.goto(`/login?redirect=${encodeURIComponent(wanted)}`)
  await page.waitForURL(`**${wanted}`)
  await close()
})

test('an unknown address redirects to 404, and a directory to its first page; 401 says that the role lacks a page', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: t('layout.notFoundTitle') }).waitFor()
  expect(addressIn(page)).toBe('/404')
  await page.getByRole('link', { name: t('common.backHome') }).click()
  await page.waitForURL('**/index')
  await page.goto('/device')
  await page.waitForURL('**/device/deviceList')
  await page.goto('/401')
  await page.getByRole('heading', { name: t('layout.forbiddenTitle') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a page that the role does not include says whom to ask, at its own address, and opens when the right is given', async () => {
  const { site } = deck
  const boss = await addUser(site, { userName: 'boss', nickName: '李娜' })
  const person = { userName: 'wei', parentId: boss.id }
  const permissions = ['device/group/list']
  const { client, roleId } = await addHolder(site, person, { permissions, dataScope: DataScope.self })
  const { page, t, errors, close } = await deck.visit({ token: client.token })
  const forbidden = page.getByRole('heading', { name: t('layout.forbiddenTitle') })
  for (const path of ['/device/deviceList', '/system/user', '/system', '/dict/dataList/sys_user_sex']) {
    await page.goto(path)
    await forbidden.waitFor()
    await page.getByText(t('layout.forbiddenHintOf', { name: '李娜' })).waitFor()
    expect(addressIn(page)).toBe(path)
  }
  await page.goto('/nowhere')
  await page.getByRole('heading', { name: t('layout.notFoundTitle') }).waitFor()
  await page.goto('/device/deviceList')
  await forbidden.waitFor()
  await takeScreenshot(page, 'forbidden')
  const menuIds = await findMenuIds(site, ['device/group/list', 'device/deviceList/list'])
  const role = { id: roleId, roleName: 'Wei', roleKey: 'wei', roleSort: 1 }
  await site.admin.call(roles.edit, { body: { ...role, menuIds } })
  await page.getByRole('heading', { name: t('/device/deviceList') }).waitFor()
  await page.goto('/device/group')
  await page.getByRole('heading', { name: t('/device/group') }).waitFor()
  // The page in the second tab is taken away, then the one that is open.
  await site.admin.call(roles.edit, { body: { ...role, menuIds: [] } })
  await forbidden.waitFor()
  expect(addressIn(page)).toBe('/device/group')
  await page.goBack()
  await page.waitForURL('**/device/deviceList')
  await forbidden.waitFor()
  expect(errors).toEqual([])
  await close()
})

test('pages without a menu row can be opened', async () => {
  const { page, t, close } = await deck.open()
  const pages = [
    ['/user/profile', t('/user/profile')],
    ['/dict/dataList/sys_user_sex', t('/dict/dataList')],
    ['/job/log', t('/job/log')],
    ['/gen/edit', t('/gen/edit')],
    ['/system/roleEdit/new', t('/system/roleEdit')],
  ] as const
  for (const [path, label] of pages) {
    await page.goto(path)
    await page
      .getByRole('navigation', { name: t('layout.breadcrumb') })
      .getByText(label)
      .waitFor()
    expect(addressIn(page)).toBe(path)
    await expect.poll(() => page.locator('main .page').textContent()).not.toBe('')
  }
  await page.goto('/redirect/user/profile?from=here')
  await page.getByRole('heading', { name: t('profile.title') }).waitFor()
  expect(addressIn(page)).toBe('/user/profile?from=here')
  await close()
})

test('a user whose rights cannot be loaded is signed out, with the reason', async () => {
  const { page, close } = await deck.open()
  const msg = 'The rights are out of order'
  await page.route(`**${session.info.path}`, (route) =>
    route.fulfill({ json: { code: 500, msg, data: null } }),
  )
  await page.goto('/device/group')
  await page.getByText(msg).waitFor()
  await page.waitForURL(`**/login?redirect=${encodeURIComponent('/')}`)
  expect(await page.evaluate(() => localStorage.getItem('Admin-Token'))).toBeNull()
  await close()
})

test('leaving a page while the rights are loading keeps the user signed in', async () => {
  const { page, t, close } = await deck.open()
  let isHeld = true
  await page.route(`**${session.info.path}`, (route) => (isHeld ? undefined : route.continue()))
  const asked = page.waitForRequest(`**${session.info.path}`)
  await page.goto('/index')
  await asked
  isHeld = false
  await page.goto('/device/group')
  await page.getByRole('heading', { name: t('/device/group') }).waitFor()
  expect(addressIn(page)).toBe('/device/group')
  await close()
})
