import type { PhoneKey } from '@fleetdeck/contract/screen-action'

/** Keyboard keys that are no text. */
const keys: Record<string, PhoneKey> = {
  Enter: 'enter',
  Backspace: 'backspace',
  Delete: 'delete',
  Tab: 'tab',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export interface Typing {
  type: (text: string) => void
  press: (key: PhoneKey) => void
  /** Copies what is selected on the phone, to here. */
  copySelection?: () => void
}

/** Tab leaves the phone, with or without Shift; it is not sent as a key. */
const findPhoneKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): PhoneKey | undefined =>
  altKey || ctrlKey || metaKey || key === 'Tab' ? undefined : keys[key]

const isCopy = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key.toLowerCase() === 'c' && (ctrlKey || metaKey) && !altKey && !shiftKey

/**
 * Text typed or pasted into a field is sent to the phone, and the field stays empty. Composed text (IME) waits until it
 * is complete. The returned function removes the listeners.
 */
export function listenToTyping(
  field: HTMLTextAreaElement,
  { type, press, copySelection }: Typing,
): () => void {
  const ends = new AbortController()
  const options = { signal: ends.signal }
  const send = () => {
    const text = field.value
    field.value = ''
    if (text) type(text)
  }
  field.addEventListener('input', (event) => !(event as InputEvent).isComposing && send(), options)
  field.addEventListener('compositionend', send, options)
  field.addEventListener(
    'keydown',
    (event) => {
      if (copySelection && isCopy(event)) {
        event.preventDefault()
        copySelection()
        return
      }
      const key = event.isComposing ? undefined : findPhoneKey(event)
      if (!key) return
      event.preventDefault()
      press(key)
    },
    options,
  )
  return () => ends.abort()
}
