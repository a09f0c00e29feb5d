import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import { consoleModule, menus } from '@fleetdeck/contract/menus'
import { type MenuNode, roles } from '@fleetdeck/contract/roles'
import { firstSignIn, type HttpClient } from '@fleetdeck/testing/server/http-client'
import { startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
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

/**
 * From the click on "Edit" in the list of roles until the rows that fit into the window are drawn and can be ticked, and
 * until all are.
 */
export async function benchMatrix(): Promise<void> {
  await buildWebIfStale(console.log)
  const folder = await temporaryFolder()
  const server = await startServer({ DATA_DIR: folder.path, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword })
  const browser = await launch()
  try {
    const admin = await firstSignIn(server.address, firstPassword)
    await fill(admin)
    const view = { language: 'en', token: admin.token } as const
    const first: Opening[] = []
    const further: Opening[] = []
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
        { name: 'first one after a load of the page: rows in view', samples: first.map(({ view }) => view) },
        { name: '… all rows', samples: first.map(({ all }) => all) },
        { name: 'further ones: rows in view', samples: further.map(({ view }) => view) },
        { name: '… all rows', samples: further.map(({ all }) => all) },
      ],
      goalMs,
    )
  } finally {
    await browser.close()
    await server.stop()
    await folder.remove()
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
        moduleType: consoleModule,
      },
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

/** Milliseconds from the click to the frame that shows them. */
interface Opening {
  view: number
  all: number
}

async function timeBoxes(page: Page, click: () => Promise<void>): Promise<Opening> {
  await page.evaluate((wanted) => {
    const opening: Partial<Opening> = {}
    Object.assign(window, { opening })
    let from = 0
    document.addEventListener('click', () => (from = performance.now()), { once: true, capture: true })
    const look = () => {
      const boxes = [...document.querySelectorAll('main table input[type=checkbox]:not([class*=ant-])')]
      const shown = boxes.filter((box) => box.getClientRects().length > 0)
      const bottom = shown.at(-1)?.getBoundingClientRect().bottom ?? 0
      const now = performance.now() - from
      if (from && (bottom > innerHeight || shown.length >= wanted)) opening.view ??= now
      if (from && shown.length >= wanted) opening.all ??= now
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, permissions)
  await click()
  const read = () => (window as unknown as { opening: Opening }).opening
  await page.waitForFunction(() => (window as unknown as { opening: Opening }).opening.all)
  return page.evaluate(read)
}
