import type { Page } from 'playwright-core'

const mayScroll = '.ant-table-content, .ant-table-body, .ant-tabs-nav, .tabs'

/** The page follows a change of the window's size with the next pictures, on a busy machine late. */
const mostFrames = 60

/** Layout errors that stay: a page wider than its window, buttons with truncated text, parts outside the window. */
export const misfits = (page: Page) =>
  page.evaluate(
    async ([scrolled, frames]) => {
      const { documentElement } = document
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (part) => part.checkVisibility() && part.offsetWidth > 1 && part.innerText.trim() !== '',
        )
      const isOutside = (part: HTMLElement) => {
        const { left, right } = part.getBoundingClientRect()
        return !part.closest(scrolled) && (left < -1 || right > documentElement.clientWidth + 1)
      }
      const isCut = (part: HTMLElement) =>
        part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible'
      const look = () => [
        ...(documentElement.scrollWidth > documentElement.clientWidth
          ? [`the page is ${documentElement.scrollWidth} px wide`]
          : []),
        ...shown('button, .ant-btn')
          .filter(isCut)
          .map((part) => `cut: ${part.innerText}`),
        ...shown('button, .ant-btn, main .ant-card')
          .filter(isOutside)
          .map((part) => `outside: ${part.innerText.slice(0, 40)}`),
      ]
      const nextFrame = () => new Promise(requestAnimationFrame)
      await nextFrame()
      await nextFrame()
      for (let frame = 2; frame < frames && look().length > 0; frame += 1) await nextFrame()
      return look()
    },
    [mayScroll, mostFrames] as const,
  )
