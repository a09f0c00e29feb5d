import { type ContextType, createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, UNSAFE_RouteContext as RouteContext } from 'react-router'

type RouterLocation = ContextType<typeof LocationContext>

const WholeContext = createContext<RouterLocation | undefined>(undefined)

/**
 * For the frame around the pages: location and route stay the same objects while the path does, so that no filter,
 * order or page of a list renders menu and header.
 */
export function FrameLocation({ children }: { children: ReactNode }) {
  const whole = useContext(LocationContext)
  const route = useContext(RouteContext)
  const now = useMemo(() => ({ whole, route }), [whole, route])
  const [kept, setKept] = useState(now)
  const isSame = kept.whole.location.pathname === whole.location.pathname
  if (!isSame) setKept(now)
  const given = isSame ? kept : now
  return (
    <WholeContext value={whole}>
      <LocationContext value={given.whole}>
        <RouteContext value={given.route}>{children}</RouteContext>
      </LocationContext>
    </WholeContext>
  )
}

/** For what is inside the frame and follows the whole address. */
export function WholeLocation({ children }: { children: ReactNode }) {
  const whole = useContext(WholeContext)
  return whole ? <LocationContext value={whole}>{children}</LocationContext> : children
}
