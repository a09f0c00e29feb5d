import { useContext, useLayoutEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router'
import { KeepAlivePages } from './KeepAlivePages.tsx'
import { usePagePlace } from './page-place.ts'

/** The place in the layout at which KeepAlivePages renders. */
export function PagesPlace() {
  const location = useLocation()
  const { navigator } = useContext(NavigationContext)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element) usePagePlace.setState({ place: { Pages: KeepAlivePages, element, location, navigator } })
  }, [location, navigator])
  useLayoutEffect(() => () => usePagePlace.setState({ place: undefined }), [])
  return <div className="pages" ref={ref} />
}
