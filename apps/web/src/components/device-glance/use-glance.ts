import { type HTMLAttributes, useEffect, useState } from 'react'

const triggerName = 'data-glance'
/** On the card. */
const cardName = 'data-glance-card'
/** Opens and closes the card of the phone in whose row or tile the focus is. */
const key = 'i'
/** Milliseconds. The pointer needs a moment from the phone to its card, and to the next phone. */
const openMs = 400
const leaveMs = 200

/** What shows a phone as a whole: a row of a table, a card or a tile. */
const wholes = 'tr, article, .ant-card, [data-device]'
/** They take letters. */
const fields = 'input, textarea, select, [contenteditable]'

/** For the element that names a phone in a list. */
export const glanceAt = (id: number) =>
  ({ [triggerName]: id, 'aria-keyshortcuts': key }) as HTMLAttributes<HTMLElement>
/** For the card itself. */
export const asGlanceCard = { [cardName]: true } as HTMLAttributes<HTMLElement>

export interface Glance {
  id: number
  /** The row, card or tile. */
  whole: Element
}

const triggerAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(`[${triggerName}]`) : null

const toGlance = (trigger: Element): Glance => ({
  id: Number(trigger.getAttribute(triggerName)),
  whole: trigger.closest(wholes) ?? trigger,
})

/** The phone in whose row or tile this element is. */
function phoneAround(focused: Element | null): Element | null | undefined {
  if (!focused || focused.matches(fields)) return null
  return focused.closest(wholes)?.querySelector(`[${triggerName}]`)
}

/** Follows pointer, focus and keys of the whole page, so that hundreds of rows cost nothing. */
class GlanceWatch {
  readonly #show: (glance: Glance | undefined) => void
  #shown: Glance | undefined
  #isByKey = false
  /** Under the pointer. */
  #over: Element | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: (glance: Glance | undefined) => void) {
    this.#show = show
  }

  start(): () => void {
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('pointerover', (event) => this.#pointed(event), { signal })
    document.documentElement.addEventListener('pointerleave', () => this.#left(), { signal })
    document.addEventListener('pointerdown', ({ target }) => !isCard(target) && this.close(), { signal })
    document.addEventListener('scroll', ({ target }) => !isCard(target) && this.#scrolled(), {
      signal,
      capture: true,
    })
    document.addEventListener('keydown', (event) => this.#pressed(event), { signal, capture: true })
    document.addEventListener('focusin', () => this.#focused(), { signal })
    document.addEventListener('visibilitychange', () => this.close(), { signal })
    window.addEventListener('resize', () => this.close(), { signal })
    return () => {
      leaving.abort()
      this.close()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#over = null
    this.#put(undefined)
  }

  #put(glance: Glance | undefined, isByKey = false): void {
    this.#isByKey = isByKey
    if (glance === this.#shown) return
    this.#shown = glance
    this.#show(glance)
  }

  #pointed({ target, pointerType, buttons }: PointerEvent): void {
    if (pointerType === 'touch' || buttons > 0) return
    const trigger = triggerAt(target)
    if (trigger && trigger === this.#over) return
    if (trigger) this.#restOn(trigger)
    else if (isCard(target)) clearTimeout(this.#timer)
    else this.#left()
  }

  #left(): void {
    this.#over = null
    clearTimeout(this.#timer)
    if (this.#shown && !this.#isByKey) this.#timer = setTimeout(() => this.close(), leaveMs)
  }

  /** A card that was opened by key stays beside its row; the pointer has to rest again. */
  #scrolled(): void {
    if (this.#shown && this.#isByKey) {
      this.#put({ ...this.#shown }, true)
      return
    }
    const over = this.#over
    this.close()
    if (over) this.#restOn(over)
  }

  #restOn(trigger: Element): void {
    this.#over = trigger
    clearTimeout(this.#timer)
    const glance = toGlance(trigger)
    if (glance.id !== this.#shown?.id)
      this.#timer = setTimeout(() => this.#put(glance), this.#shown ? leaveMs : openMs)
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#shown) {
      // Only the card closes, and no panel beside the list.
      event.stopPropagation()
      event.preventDefault()
      this.close()
    }
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
    const trigger = phoneAround(document.activeElement)
    if (!trigger) return
    event.preventDefault()
    const glance = toGlance(trigger)
    clearTimeout(this.#timer)
    if (glance.id === this.#shown?.id) this.close()
    else this.#put(glance, true)
  }

  /** A card that was opened by key follows the focus. */
  #focused(): void {
    if (!this.#shown || !this.#isByKey) return
    const trigger = phoneAround(document.activeElement)
    const glance = trigger ? toGlance(trigger) : undefined
    if (glance?.id !== this.#shown.id) this.#put(glance, true)
  }
}

const isCard = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`[${cardName}]`) !== null

/** The phone whose card is to be shown now. */
export function useGlance(): Glance | undefined {
  const [shown, setShown] = useState<Glance>()
  useEffect(() => new GlanceWatch(setShown).start(), [])
  return shown
}
