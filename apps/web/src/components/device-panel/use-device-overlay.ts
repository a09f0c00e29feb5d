import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** Dialogs of a page for one device; each is a parameter of the address, its value the device number. */
const dialogNames = ['log', 'screenSettings', 'guestLink', 'diagnosis'] as const
type DialogName = (typeof dialogNames)[number]
export type OverlayName = DialogName | 'screen'

/** Each of them streams; the one opened first makes room. */
const maxDocked = 4

/** Numbers of the phones beside the page: `screen=A1&screen=A2`. */
const dockedIn = (params: URLSearchParams) =>
  [...new Set(params.getAll('screen'))].filter((deviceNo) => deviceNo !== '').slice(0, maxDocked)

function withDocked(params: URLSearchParams, deviceNos: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('screen')
  for (const deviceNo of deviceNos) next.append('screen', deviceNo)
  return next
}

function withoutDialogs(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  for (const name of dialogNames) rest.delete(name)
  return rest
}

/** The dialog and the phones in the address, and how to open and close them. Back closes them too. */
export function useDeviceOverlay() {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (name: OverlayName, deviceNo: string) =>
      setParams((now) => {
        const next = withoutDialogs(now)
        const docked = dockedIn(next)
        if (name !== 'screen') next.set(name, deviceNo)
        else if (!docked.includes(deviceNo)) return withDocked(next, [...docked, deviceNo].slice(-maxDocked))
        return next
      }),
    [setParams],
  )
  const close = useCallback(() => setParams(withoutDialogs), [setParams])
  const undock = useCallback(
    (deviceNo: string) =>
      setParams((now) =>
        withDocked(
          now,
          dockedIn(now).filter((one) => one !== deviceNo),
        ),
      ),
    [setParams],
  )
  /** The other phone takes the place of the first. */
  const swap = useCallback(
    (deviceNo: string, other: string) =>
      setParams(
        (now) =>
          withDocked(
            now,
            dockedIn(now).map((one) => (one === deviceNo ? other : one)),
          ),
        { replace: true },
      ),
    [setParams],
  )
  const name = dialogNames.find((candidate) => params.has(candidate))
  const docked = useMemo(() => dockedIn(params), [params])
  return { name, deviceNo: name ? (params.get(name) ?? '') : '', docked, open, close, undock, swap }
}
