import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Cli, type Running } from '../../apps/cli/src/testing/cli.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  await deck.site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await addAssignedPhone(deck.site, 1)
})
afterAll(() => deck?.stop())

/** A command line whose browser is the test. */
async function newCli(): Promise<Cli> {
  const cli = await Cli.create({ BROWSER: '/bin/true' })
  onTestFinished(() => cli.close())
  return cli
}
const shownAddress = async (running: Running) => (await running.printed(/^http\S+command-line\?\S+$/m))[0]

test('a user signs the command line in, uses it, and signs it out', async () => {
  const cli = await newCli()
  const login = cli.start('login', deck.site.address)
  const address = await shownAddress(login)
  const { page, t, errors } = await deck.visit({ language: 'en' })
  await page.goto(address)
  await page.getByLabel(t('login.userName'), { exact: true }).fill('admin')
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByRole('heading', { name: /^Allow the command line on “.+” to act as you\?$/ }).waitFor()
  await page.getByText('Signed in as admin').waitFor()
  await page.getByRole('button', { name: t('accessToken.cliAllow') }).click()
  await page.getByRole('heading', { name: t('accessToken.cliDone') }).waitFor()
  expect(page.url()).toBe(`${deck.site.address}/command-line?outcome=done`)
  expect(await login.ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Signed in to http:\S+ as admin until \d{4}-\d\d-\d\d\n$/),
  })
  expect(errors).toEqual([])

  const file = path.join(cli.folder, '.config/fleetdeck/credentials.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
  expect((await cli.run('devices')).out).toMatch(/A1 +offline +Lab/)
  expect((await cli.run('logout')).code).toBe(0)
  expect((await cli.run('devices')).code).toBe(3)
  const [token] = await deck.site.admin.call(ownAccessTokens.list)
  expect(token?.revokedAt).not.toBeNull()
  expect(await cli.run('logout')).toMatchObject({ code: 3, err: 'fleetdeck: You are not signed in\n' })
})

test('a user whose password was entered long ago confirms it, and pastes the code where no browser is', async () => {
  const cli = await newCli()
  const login = cli.start('login', deck.site.address, '--no-browser')
  const address = await shownAddress(login)
  const { page, t } = await deck.open({ language: 'zhcn' })
  await deck.site.deps.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
  deck.site.deps.sessions.forget()
  await page.goto(address)
  await page.getByRole('button', { name: t('accessToken.cliAllow') }).click()
  const proof = page.getByRole('dialog').filter({ hasText: t('login.proofTitle') })
  await proof.getByLabel(t('login.password')).fill(adminPassword)
  await proof.getByRole('button', { name: t('login.proofSubmit'), exact: true }).click()
  const code = await page.locator('code').textContent()
  await takeScreenshot(page, 'command-line-code')
  login.child.stdin?.write('wrong code\n')
  expect(await login.ended).toMatchObject({ code: 1 })
  const again = cli.start('login', deck.site.address, '--no-browser')
  await shownAddress(again)
  again.child.stdin?.write(`${code}\n`)
  // Only the command line that asked for it can use a code.
  expect((await again.ended).err).toMatch(/The code is not valid or has expired/)
})

test('a pasted code signs the command line in', async () => {
  const cli = await newCli()
  const login = cli.start('login', deck.site.address, '--no-browser', '--json')
  const { page, t } = await deck.open({ language: 'zhtw' })
  await page.goto(await shownAddress(login))
  await page.getByRole('button', { name: t('accessToken.cliAllow') }).click()
  login.child.stdin?.write(`${await page.locator('code').textContent()}\n`)
  const ended = await login.ended
  expect(ended.json()).toMatchObject({ userName: 'admin' })
  expect((await cli.run('devices', '--json')).json()).toMatchObject([{ deviceNo: 'A1' }])
})

test('a user refuses, and an address that is not complete asks nothing', async () => {
  const cli = await newCli()
  const login = cli.start('login', deck.site.address)
  const { page, t } = await deck.open({ language: 'en' })
  const address = await shownAddress(login)
  // Another page that finds the port does not know the state.
  const port = new URL(address).searchParams.get('port')
  expect((await fetch(`http://127.0.0.1:${port}/callback?code=x&state=guessed`)).status).toBe(404)
  await page.goto(address)
  await page.getByRole('button', { name: t('accessToken.cliDeny') }).click()
  await page.getByRole('heading', { name: t('accessToken.cliDenied') }).waitFor()
  expect(await login.ended).toMatchObject({
    code: 3,
    err: expect.stringMatching(/The access was refused in the browser\n$/),
  })
  for (const search of ['', '?challenge=short&host=desk', `?challenge=${'a'.repeat(43)}&host=desk&port=80`]) {
    await page.goto(`/command-line${search}`)
    await page.getByRole('heading', { name: t('accessToken.cliWrong') }).waitFor()
  }
})

test.each(['zhcn', 'zhtw', 'en'] as const)(
  'the question is readable in %s, by day and by night, also on a phone',
  async (language) => {
    const address = `/command-line?challenge=${'a'.repeat(43)}&host=designer-desk`
    for (const [width, colorScheme] of [
      [1920, 'light'],
      [375, 'dark'],
    ] as const) {
      const { page, t, errors } = await deck.open({
        language,
        width,
        height: 900,
        colorScheme,
        storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
      })
      await page.goto(address)
      await page
        .getByRole('heading', { name: t('accessToken.cliQuestion', { host: 'designer-desk' }) })
        .waitFor()
      await page.getByText(t('accessToken.cliGrants')).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await takeScreenshot(page, `command-line-${language}-${width}`)
      expect(errors).toEqual([])
    }
  },
)

test('a sign-in that has expired, and one without a code, say what to do', async () => {
  const cli = await newCli()
  const login = cli.start('login', deck.site.address, '--no-browser')
  await shownAddress(login)
  login.child.stdin?.end()
  expect(await login.ended).toMatchObject({ code: 2, err: expect.stringMatching(/No code was entered\n$/) })
  const { address } = deck.site
  const expired = { token: 'fdt_x', tokenId: 1, userName: 'admin', expiresAt: '2026-01-01T00:00:00Z' }
  await mkdir(path.join(cli.folder, '.config/fleetdeck'), { recursive: true })
  await cli.write(
    '.config/fleetdeck/credentials.json',
    JSON.stringify({ current: address, servers: { [address]: expired } }),
  )
  expect(await cli.run('devices')).toMatchObject({
    code: 3,
    err: `fleetdeck: Your sign-in to ${address} has expired. Run “fleetdeck login ${address}”.\n`,
  })
})
