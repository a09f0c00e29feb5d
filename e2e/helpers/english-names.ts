import type { Page } from 'playwright-core'

/** Accessible names and hints of a Chinese page that are English words, such as the names of icons. */
export const englishNames = (page: Page) =>
  page.evaluate(() => {
    // A user, and programs.
    const own = ['admin', 'sh', 'npm run', 'fleetdeck-agent']
    const isEnglish = (name: string) => /^[A-Za-z][a-z]+([ -][a-z]+)*$/.test(name)
    return ['aria-label', 'title', 'alt', 'placeholder'].flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)]
        .filter(
          (part) => part.checkVisibility() && !part.closest('[aria-hidden=true], code, [lang]:not(html)'),
        )
        .map((part) => part.getAttribute(attribute) ?? '')
        .filter((name) => isEnglish(name) && !own.includes(name))
        .map((name) => `${attribute}: ${name}`),
    )
  })
