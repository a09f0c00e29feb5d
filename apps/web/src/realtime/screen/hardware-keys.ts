import { isKeyboardKey } from '@fleetdeck/contract/keyboard-usages'
import { mostHeldKeys } from '@fleetdeck/contract/screen-action'

/**
 * The keys of a field as those of a keyboard on the phone, by their place and not by what they write: `hold` gets those
 * that are held whenever they change. Escape leaves the field, and whatever takes its focus releases all. The returned
 * function removes the listeners.
 */
export function listenToKeys(field: HTMLElement, hold: (keys: string[]) => void): () => void {
  const ends = new AbortController()
  const options = { signal: ends.signal }
  let held: readonly string[] = []
  const change = (keys: readonly string[]) => {
    if (keys.length === held.length && keys.every((key) => held.includes(key))) return
    held = keys
    hold([...keys])
  }
  const release = () => change([])
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  field.addEventListener(
    'keydown',
    (event) => {
      take(event)
      if (event.code === 'Escape') return field.blur()
      if (!isKeyboardKey(event.code)) return
      // Windows presses Ctrl with AltGr, which no keyboard does.
      const others = held.filter((key) => key !== event.code && !(isAltGr(event) && key === 'ControlLeft'))
      change([...others, event.code].slice(-mostHeldKeys))
    },
    options,
  )
  field.addEventListener(
    'keyup',
    (event) => {
      take(event)
      // A Mac does not tell which keys were lifted before Command.
      if (event.code.startsWith('Meta')) release()
      else change(held.filter((key) => key !== event.code))
    },
    options,
  )
  field.addEventListener('blur', release, options)
  window.addEventListener('blur', release, options)
  return () => {
    ends.abort()
    release()
  }
}

const isAltGr = ({ code, key }: KeyboardEvent) => code === 'AltRight' && key === 'AltGraph'
