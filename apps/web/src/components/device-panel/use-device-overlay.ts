import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Overlays of a page for one device; each is a parameter of the address, its value the device number. */
const overlayNames = ['screen', 'log', 'screenSettings', 'diagnosis'] as const
export type OverlayName = (typeof overlayNames)[number]

/** The overlay in the address, and how to open and close one. Back closes it too. */
export function useDeviceOverlay() {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (name: OverlayName, deviceNo: string) =>
      setParams((now) => {
        const next = withoutOverlays(now)
        next.set(name, deviceNo)
        return next
      }),
    [setParams],
  )
  const close = useCallback(() => setParams(withoutOverlays), [setParams])
  const name = overlayNames.find((candidate) => params.has(candidate))
  return { name, deviceNo: name ? (params.get(name) ?? '') : '', open, close }
}

function withoutOverlays(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  for (const name of overlayNames) rest.delete(name)
  return rest
}
