import type { DeviceId } from '@fleetdeck/contract/ids'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../ground/session-store.ts'
import { WallSession, type WallState } from '../../realtime/wall/wall-session.ts'

const noSubscription = () => () => {}
const nothing = () => undefined

/** Frames of one phone on the canvas, and who controls it, while the card is shown. */
export function useGlanceScreen(id: DeviceId): {
  canvas: RefObject<HTMLCanvasElement | null>
  state: WallState | undefined
} {
  const token = useSession((session) => session.token)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [session, setSession] = useState<WallSession>()
  useEffect(() => {
    // A refused request leaves the card without a frame, which says so.
    const opened = new WallSession(token, () => {})
    const detach = canvas.current ? opened.attach(id, canvas.current) : undefined
    opened.open()
    setSession(opened)
    return () => {
      detach?.()
      opened.close()
    }
  }, [token, id])
  const state = useSyncExternalStore<WallState | undefined>(
    session?.subscribe ?? noSubscription,
    session?.state ?? nothing,
  )
  return { canvas, state }
}
