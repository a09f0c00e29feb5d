import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colorRules = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }
type Scheme = 'light' | 'dark'

/**
 * Every rule of WCAG 2.2 AA in the light theme; in the dark theme, with the same elements, only those about colours.
 * The page follows the browser's colour scheme. The current scheme is checked first: changing it costs more than the
 * checks.
 */
export async function violations(page: Page, where: string, part = 'body'): Promise<string[]> {
  const shown = await page.evaluate(() => document.documentElement.style.colorScheme as 'light' | 'dark')
  const found = await violationsIn(page, shown, where, part)
  const other = shown === 'light' ? 'dark' : 'light'
  await show(page, other)
  return [...found, ...(await violationsIn(page, other, where, part))]
}

const violationsIn = (page: Page, scheme: Scheme, where: string, part: string) =>
  scheme === 'light'
    ? findings(page, where, part, { runOnly: standards })
    : findings(page, `${where}, dark`, part, { runOnly: colorRules })

async function show(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, colorScheme)
  await page.evaluate(() => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return Promise.allSettled(changes.map((one) => one.finished))
  })
}

/** axe's findings for the page, or for one part of it, in its current look. */
async function findings(page: Page, where: string, part: string, how: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { ...how, resultTypes: ['violations'], elementRef: false }
  const violations = await page.evaluate(
    async ([selector, how]) => (await (window as { axe?: typeof axe }).axe?.run(selector, how))?.violations,
    [part, options] as const,
  )
  if (!violations) throw new Error('axe is not in the page')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${where}, ${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`,
    ),
  )
}
