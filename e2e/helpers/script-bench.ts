import type { Locator, Page } from 'playwright-core'
import type { OpenPage } from './browser.ts'

/** Opens the editor of the first script in the list, and tries its text on a phone. */
export async function tryFirstScript(page: Page, t: OpenPage['t'], deviceNo: string): Promise<Locator> {
  await page
    .getByRole('button', { name: t('script.bench') })
    .first()
    .click()
  const bench = page.getByRole('dialog')
  await bench.getByRole('combobox', { name: t('script.tryPhone') }).click()
  await page.getByTitle(deviceNo).click()
  await bench.getByRole('button', { name: t('script.tryNow') }).click()
  return bench
}
