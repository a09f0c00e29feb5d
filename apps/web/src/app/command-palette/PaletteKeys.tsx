import { Suspense, useEffect } from 'react'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { closePalette, openPalette, typeEarly, usePalette } from './open-palette.ts'

const CommandPalette = lazyPart(async () => {
  const [{ CommandPalette }] = await Promise.all([import('./CommandPalette.tsx'), loadPageTexts()])
  return CommandPalette
})

/** Ctrl/⌘ K anywhere in the console; the palette is loaded at first use. */
export function PaletteKeys() {
  const open = usePalette((palette) => palette.open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { open } = usePalette.getState()
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (open) closePalette()
        else openPalette()
      } else if (open && !document.activeElement?.closest('.palette')) typeEarly(event)
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
