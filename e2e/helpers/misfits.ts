import type { Page } from 'playwright-core'

const mayScroll = '.ant-table-content, .ant-table-body, .ant-tabs-nav, .tabs'

/** Layout errors: a page wider than its window, buttons with truncated text, parts outside the window. */
export const misfits = (page: Page) =>
  page.evaluate(async (scrolled) => {
    // The frame follows a change of the window's size with the next pictures.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const { scrollWidth, clientWidth } = document.documentElement
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (part) => part.checkVisibility() && part.offsetWidth > 1 && part.innerText.trim() !== '',
      )
    const isOutside = (part: HTMLElement) => {
      const { left, right } = part.getBoundingClientRect()
      return !part.closest(scrolled) && (left < -1 || right > clientWidth + 1)
    }
    const isCut = (part: HTMLElement) =>
      part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible'
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...shown('button, .ant-btn')
        .filter(isCut)
        .map((part) => `cut: ${part.innerText}`),
      ...shown('button, .ant-btn, main .ant-card')
        .filter(isOutside)
        .map((part) => `outside: ${part.innerText.slice(0, 40)}`),
    ]
  }, mayScroll)
