import type { Page } from 'playwright-core'

const mayScroll = '.ant-table-content, .ant-table-body, .ant-tabs-nav, .tabs'

/** Texts with one line in every language. */
const oneLine =
  'main .ant-btn, .figure-label, .figure-line, .ant-menu-title-content, .ant-segmented-item-label'

/** The page follows a change of the window's size with the next frames, on a busy machine late. */
const mostFrames = 60

/** Layout errors that stay: a page wider than its window, truncated or wrapped words, parts outside the window. */
export const misfits = (page: Page) =>
  page.evaluate(
    async ([scrolled, oneLine, frames]) => {
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
      const isWrapped = (part: HTMLElement) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        const middles = [...range.getClientRects()]
          .filter(({ width }) => width > 1)
          .map(({ top, bottom }) => (top + bottom) / 2)
        return (
          Math.max(...middles) - Math.min(...middles) > Number.parseFloat(getComputedStyle(part).fontSize)
        )
      }
      const look = () => [
        ...(documentElement.scrollWidth > documentElement.clientWidth
          ? [`the page is ${documentElement.scrollWidth} px wide`]
          : []),
        ...shown('button, .ant-btn, .ant-menu-title-content')
          .filter(isCut)
          .map((part) => `cut: ${part.innerText}`),
        ...shown(oneLine)
          .filter(isWrapped)
          .map((part) => `wrapped: ${part.innerText}`),
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
    [mayScroll, oneLine, mostFrames] as const,
  )
