import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { en } from '@fleetdeck/i18n/en'
import { fillText, type TextValues } from '@fleetdeck/i18n/fill-text'
import type { Language } from '@fleetdeck/i18n/languages'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Without windows a journey takes two thirds of the time; the other mode works as well. */
const shell = '/usr/bin/chromium-headless-shell'
export const executablePath = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium')
/** A limit for failures: on a busy machine a browser may get no CPU time for long. */
export const maxWaitMs = 60_000
const screenshotFolder = path.resolve(import.meta.dirname, '../screenshots')

/**
 * Real Chromium; the flags prevent access to a network that tests do not have.
 * @param camera whether pages may use it; it is not a real one
 */
export function launch({ camera = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(camera ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : []),
    ],
  })
}

export interface View {
  language?: Language
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** Signed in from the start. */
  token?: string | undefined
  /** Other data that the browser stores for the site. */
  storage?: Record<string, string>
}

export interface OpenPage {
  page: Page
  /** A text of the catalogue in the page's language. */
  t(key: TextKey, values?: TextValues): string
  /** Errors reported by the page. */
  errors: string[]
  close(): Promise<void>
}

/** A page in a separate context. */
export async function openPage(browser: Browser, address: string, view: View = {}): Promise<OpenPage> {
  const { width, height, colorScheme } = { ...defaultView, ...view }
  const localStorage = Object.entries(storedItems(view)).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  })
  context.setDefaultTimeout(maxWaitMs)
  const page = await context.newPage()
  return { ...observePage(page, view.language), close: () => context.close() }
}

export const defaultView = { width: 1280, height: 800, colorScheme: 'light' } as const

/** The browser's stored data for the site when the page opens. */
export const storedItems = ({ language = 'zhcn', token, storage }: View): Record<string, string> => ({
  language,
  ...(token && { 'Admin-Token': token }),
  ...storage,
})

export function observePage(page: Page, language: Language = 'zhcn'): Omit<OpenPage, 'close'> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  const texts = { zhcn, zhtw, en }[language]
  return { page, errors, t: (key, values) => fillText(texts[key], values) }
}

/**
 * Watches from now on for a text that may only appear briefly.
 * @returns a function that waits until it has appeared
 */
export async function watchForText(page: Page, text: string): Promise<() => Promise<void>> {
  const watch = await page.evaluateHandle((wanted) => {
    const { promise: appeared, resolve } = Promise.withResolvers<void>()
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(wanted)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return { appeared }
  }, text)
  return () => watch.evaluate(({ appeared }) => appeared)
}

/** Saves a screenshot for manual review. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(screenshotFolder, { recursive: true })
  await page.screenshot({ path: path.join(screenshotFolder, `${name}.png`) })
}
