import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import { menus } from '@fleetdeck/contract/menus'
import { type MenuNode, roles } from '@fleetdeck/contract/roles'
import { firstSignIn, type HttpClient } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import type { Page } from 'playwright-core'
import { launch, openPage } from '../e2e/helpers/browser.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { printSeries } from './figures.ts'

const firstPassword = 'First-Password-1'
const permissions = 400
const rounds = 10
/** Roles that are opened after each load of the page, each for the first time. */
const rolesPerRound = 4
const goalMs = 300

/** From the click on "Edit" in the list of roles until all boxes of the matrix are drawn. */
export async function benchMatrix(): Promise<void> {
  await buildWebIfStale(console.log)
  const server = await startServer({ CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword })
  const browser = await launch()
  try {
    const admin = await firstSignIn(server.address, firstPassword)
    await fill(admin)
    const view = { language: 'en', token: admin.token } as const
    const first: number[] = []
    const further: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { page, t, close } = await openPage(browser, server.address, view)
      await page.goto('/system/role')
      for (let at = 0; at < rolesPerRound; at += 1) {
        const row = page.getByRole('row').filter({ hasText: `bench-${at}` })
        const edit = row.getByText(t('table.edit'), { exact: true })
        await edit.waitFor()
        await page.waitForLoadState('networkidle')
        const samples = at === 0 ? first : further
        samples.push(await timeBoxes(page, () => edit.click()))
        await page.goBack()
      }
      await close()
    }
    printSeries(
      `matrix of ${permissions} permissions`,
      [
        { name: 'first one after a load of the page', samples: first },
        { name: 'further ones', samples: further },
      ],
      goalMs,
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Adds buttons until there are enough, and roles that have half of all. */
async function fill(admin: HttpClient): Promise<void> {
  const { menuList } = await admin.call(roles.form)
  const nodes = menuList.flatMap(allNodes)
  const pages = nodes.filter(({ menuType }) => menuType === MenuType.menu)
  const ids: MenuId[] = nodes.map(({ id }) => id)
  for (let at = nodes.length; at < permissions; at += 1)
    await admin.call(menus.add, {
      body: {
        parentId: pages[at % pages.length]?.id,
        menuType: MenuType.button,
        menuName: `Button ${at}`,
        orderNum: at,
        permission: `bench/button/${at}`,
        confirmed: true,
      } as never,
    })
  for (let at = 0; at < rolesPerRound; at += 1)
    await admin.call(roles.add, {
      body: {
        roleName: `bench-${at}`,
        roleKey: `bench-${at}`,
        roleSort: 0,
        menuIds: ids.filter((_, index) => index % 2 === 0),
      },
    })
}

const allNodes = (node: MenuNode): MenuNode[] => [node, ...node.children.flatMap(allNodes)]

/** Milliseconds from a click to the frame in which all boxes are there. */
async function timeBoxes(page: Page, click: () => Promise<void>): Promise<number> {
  await page.evaluate((wanted) => {
    const state = { from: 0, ms: 0 }
    Object.assign(window, { opening: state })
    document.addEventListener('click', () => Object.assign(state, { from: performance.now() }), {
      once: true,
      capture: true,
    })
    const isShown = (box: Element) => box.getClientRects().length > 0
    const look = () => {
      const boxes = [...document.querySelectorAll('main input[type=checkbox], main [role=checkbox]')]
      if (state.from && boxes.filter(isShown).length >= wanted)
        requestAnimationFrame(() => {
          state.ms = performance.now() - state.from
        })
      else requestAnimationFrame(look)
    }
    look()
  }, permissions)
  await click()
  const opening = () => (window as unknown as { opening: { ms: number } }).opening.ms
  await page.waitForFunction(opening)
  return page.evaluate(opening)
}
