import { useContext, useLayoutEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router'
import { usePagePlace } from './page-place.ts'

/** The place in the layout at which KeepAlivePages renders. */
export function PagesPlace() {
  const location = useLocation()
  const { navigator } = useContext(NavigationContext)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (ref.current) usePagePlace.setState({ place: { element: ref.current, location, navigator } })
  }, [location, navigator])
  useLayoutEffect(() => () => usePagePlace.setState({ place: undefined }), [])
  return <div className="pages" ref={ref} />
}
