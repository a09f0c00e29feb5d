import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** Distance from the window at which elements are rendered. */
const rootMargin = '500px 0px'

const handlers = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>()
/** A shared observer: one per part would be as expensive each. */
const observer = new IntersectionObserver(
  (entries) =>
    startTransition(() => {
      for (const entry of entries) handlers.get(entry.target)?.(entry)
    }),
  { rootMargin },
)

/** Whether an element is in or near the view; its last known height in pixels is the placeholder's. */
export function useNear<T extends Element>(): { ref: RefObject<T | null>; isNear: boolean; height?: number } {
  const ref = useRef<T>(null)
  const [state, setState] = useState<{ isNear: boolean; height?: number }>({ isNear: false })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    handlers.set(element, ({ isIntersecting, boundingClientRect: { height } }) =>
      setState((before) => {
        if (before.isNear === isIntersecting) return before
        return isIntersecting ? { ...before, isNear: true } : { isNear: false, height }
      }),
    )
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [])
  return { ref, ...state }
}
