import type { Locator } from 'playwright-core'

/** Drags a file over an element, or drops it there. */
export const dropFile = (
  place: Locator,
  event: 'dragover' | 'drop',
  file: { name: string; bytes: number[] },
) =>
  place.evaluate(
    (element, { event, name, bytes }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
      element.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    },
    { event, ...file },
  )
