import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import { closePalette, openPalette, usePalette } from './open-palette.ts'

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette)

/** Ctrl/⌘ K anywhere in the console; the palette is loaded at first use. */
export function PaletteKeys() {
  const open = usePalette((palette) => palette.open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (usePalette.getState().open) closePalette()
      else openPalette()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      closePalette()
    }
  }, [])
  return open ? (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  ) : null
}
