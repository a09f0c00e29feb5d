import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The value of the last rendering, for functions that stay the same through all of them. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
